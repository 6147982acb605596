import { mediaTypes, type SimulateInboundBody } from '@parley/contract/schemas';
import type { MessageContent, StoredAttachment } from './content.ts';
import { lastMessageFields, type StoredConversation } from './conversations.ts';
import { givenFields, later } from './fields.ts';
import { newMessage, type Place, type StoredMessage } from './messages.ts';
import type { Made } from './rules.ts';

// Messages that a provider reports: those of customers, and those that the business sent by other means.

/** What somebody sent. */
export type InboundContent = Pick<StoredMessage, 'type' | 'text' | 'content'>;

/** A file that a provider announces, before it has an ID and is downloaded. */
export type AnnouncedFile = Pick<
  StoredAttachment,
  'kind' | 'mimeType' | 'filename' | 'sha256' | 'providerId' | 'providerUrl'
> & { readonly isVoice?: boolean };

/** The content of a simulated message, with the file that it announces. */
export function simulatedContent(body: SimulateInboundBody): {
  readonly content: InboundContent;
  readonly files: readonly AnnouncedFile[];
} {
  const given = givenFields({
    location: body.type === 'location' ? body.location : undefined,
    interactive: body.type === 'interactive' ? body.interactive : undefined,
    providerContent: 'providerContent' in body ? body.providerContent : undefined,
    reaction: body.type === 'reaction' ? { ...body.reaction, messageId: null } : undefined,
  });
  const content = Object.keys(given).length > 0 ? given : null;
  const text = 'text' in body ? (body.text ?? null) : null;
  const kind = mediaTypes.find((type) => type === body.type);
  const { mimeType = null, filename = null } = ('media' in body && body.media) || {};
  const ofProvider = { sha256: null, providerId: null, providerUrl: null };
  return {
    content: { type: body.type, text, content },
    files: kind ? [{ kind, mimeType, filename, ...ofProvider }] : [],
  };
}

/** The attachment for a file that is not downloaded yet. */
export function announcedAttachment(file: AnnouncedFile, id: string): StoredAttachment {
  return { isVoice: false, ...file, id, sizeBytes: null, url: null, status: 'pending' };
}

/** The message with what became of a pending file; the same message when the file is not pending, or is gone. */
export function withFile(
  message: StoredMessage,
  attachmentId: string,
  change: Partial<StoredAttachment>,
  now: string,
): StoredMessage {
  const attachments = message.content?.attachments ?? [];
  const isPending = attachments.some(
    ({ id, status }) => id === attachmentId && status === 'pending',
  );
  if (!isPending) return message;
  const changed = attachments.map((file) =>
    file.id === attachmentId ? { ...file, ...change } : file,
  );
  return { ...message, content: { ...message.content, attachments: changed }, updatedAt: now };
}

interface Reported extends Made {
  /** The provider's ID of the message. */
  readonly externalId: string;
  /** When it was sent, by the provider's clock. A clock that is ahead must not keep a window open. */
  readonly sentAt: string;
}

/** A message that was received. */
export function inboundMessage(
  content: InboundContent,
  { channel, conversation }: Place,
  { from, externalId, sentAt, ...made }: Reported & { readonly from: string },
): StoredMessage {
  return newMessage(channel, conversation, made, {
    ...content,
    direction: 'inbound',
    from,
    to: channel.address ?? channel.id,
    status: 'received',
    externalId,
    sourceType: 'contact',
    createdAt: sentAt < made.at ? sentAt : made.at,
  });
}

/** A message that the business sent by other means than this service, such as the provider's own app. */
export function echoedMessage(
  content: InboundContent,
  { channel, conversation }: Place,
  { to, externalId, sentAt, ...made }: Reported & { readonly to: string },
): StoredMessage {
  const at = sentAt < made.at ? sentAt : made.at;
  return newMessage(channel, conversation, made, {
    ...content,
    direction: 'outbound',
    from: channel.address ?? channel.id,
    to,
    status: 'sent',
    externalId,
    sourceType: 'echo',
    createdAt: at,
    sentAt: at,
  });
}

/** How long after the start of an attempt an echo can be its echo. */
const echoMatchMs = 120_000;

/** Whether an echo is that of a message whose send has not been answered: its provider's ID is not known yet. */
export function isEchoOf(
  { status, externalId, type, text, sendingAt }: StoredMessage,
  echo: InboundContent,
  nowMs: number,
): boolean {
  const isUnanswered = status === 'sending' && externalId === null;
  const isRecent = sendingAt !== null && nowMs - sendingAt < echoMatchMs;
  return isUnanswered && isRecent && type === echo.type && text === echo.text;
}

/** What a customer does to a message that was sent before. */
export type CustomerChange =
  | { readonly kind: 'edit'; readonly text: string | null }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'reaction'; readonly from: string; readonly emoji: string | null };

/**
 * The message after a change by the customer; the same message when the change is older than what is known. Nothing
 * of a deleted message is kept but its existence.
 */
export function changedByCustomer(
  message: StoredMessage,
  change: CustomerChange,
  { at, now }: { readonly at: string; readonly now: string },
): StoredMessage {
  if (message.isDeleted) return message;
  switch (change.kind) {
    case 'revoke':
      return { ...message, isDeleted: true, text: null, content: null, updatedAt: now };
    case 'edit':
      if (message.editedAt !== null && message.editedAt > at) return message;
      return { ...message, text: change.text, editedAt: at, updatedAt: now };
    case 'reaction':
      return reactedTo(message, change, { at, now });
  }
}

function reactedTo(
  message: StoredMessage,
  { from, emoji }: { readonly from: string; readonly emoji: string | null },
  { at, now }: { readonly at: string; readonly now: string },
): StoredMessage {
  const known = message.content?.reactions ?? [];
  const earlier = known.find((reaction) => reaction.from === from);
  if (earlier && earlier.at > at) return message;
  if (!earlier && emoji === null) return message;
  const others = known.filter((reaction) => reaction !== earlier);
  const reactions = emoji === null ? others : [...others, { from, emoji, at }];
  const { reactions: _before, ...rest } = message.content ?? {};
  const content: MessageContent = reactions.length > 0 ? { ...rest, reactions } : rest;
  const isEmpty = Object.keys(content).length === 0;
  return { ...message, content: isEmpty ? null : content, updatedAt: now };
}

/** The conversation after an echo: unlike an accepted message, an echo may be older than the last message. */
export function withEcho(before: StoredConversation, echo: StoredMessage): StoredConversation {
  const { createdAt: at } = echo;
  const { lastMessageAt, lastInboundAt, waitingSince } = before;
  const isLast = lastMessageAt === null || at >= lastMessageAt;
  const isReply = lastInboundAt !== null && at >= lastInboundAt;
  return {
    ...before,
    ...(isLast && lastMessageFields(echo)),
    lastOutboundAt: later(before.lastOutboundAt, at),
    waitingSince: isReply ? null : waitingSince,
    firstReplyAt: before.firstReplyAt ?? (isReply ? at : null),
    sentSinceInbound: before.sentSinceInbound + (isReply ? 1 : 0),
    messageCount: before.messageCount + 1,
    updatedAt: echo.updatedAt,
  };
}
