import type { MessageSource } from './messages.ts';

/** The priorities of the messages that wait on a channel. Workers send messages with the lowest number first. */
const sendPriorities = { reply: 0, single: 1, bulk: 2 } as const;

const bySource: Partial<Record<MessageSource['type'], number>> = {
  inbox: sendPriorities.reply,
  ticket: sendPriorities.reply,
  consent: sendPriorities.reply,
  broadcast: sendPriorities.bulk,
};

/** Returns the priority of a message. `isReply` means that the request sent it to a conversation, not to an address. */
export function sendPriority(source: MessageSource['type'], { isReply = false } = {}): number {
  return bySource[source] ?? (isReply ? sendPriorities.reply : sendPriorities.single);
}
