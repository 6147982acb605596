import { mediaTypes, type SimulateInboundBody } from '@parley/contract/schemas';
import { unknownOutcomeMs } from './attempts.ts';
import type { MessageContent, StoredAttachment } from './content.ts';
import { lastMessageFields, type StoredConversation } from './conversations.ts';
import { givenFields, later } from './fields.ts';
import { isUnresolved } from './message-steps.ts';
import { newMessage, type Place, type StoredMessage } from './messages.ts';
import type { Made } from './rules.ts';

// Messages that a provider reports: those of customers, and those that the business sent by other means.

/** The content of an inbound message. */
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
  return {
    isVoice: false,
    ...file,
    id,
    sizeBytes: null,
    url: null,
    mediaId: null,
    status: 'pending',
    failureReason: null,
  };
}

/**
 * Returns the message with the result of the download of a pending file. Returns the same message when the file is not
 * pending or is gone.
 */
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

/** Longer than a message stays `sending`, and shorter than all attempts to store an echo. */
const echoWaitMs = 120_000;
/** How much the clocks of two processes may differ. */
const skewMs = 5_000;

/**
 * Whether an echo may be that of this message: the message was being sent when the echo was received, and its
 * provider's ID is not known yet. A message that was sent later holds up no echo, however busy the conversation is.
 */
export function mayBeEchoed(
  { status, externalId, sendingAt }: StoredMessage,
  { receivedAt, nowMs }: { readonly receivedAt: string; readonly nowMs: number },
): boolean {
  if (status !== 'sending' || externalId !== null || sendingAt === null) return false;
  return sendingAt <= Date.parse(receivedAt) + skewMs && nowMs - sendingAt < echoWaitMs;
}

/**
 * Whether an echo may be that of a message whose outcome stayed unknown: the provider took the echoed message while
 * this one was being sent.
 */
export function mayBeEchoedLate(message: StoredMessage, sentAt: string): boolean {
  const { externalId, sendingAt } = message;
  if (!isUnresolved(message) || externalId !== null || sendingAt === null) return false;
  const afterMs = Date.parse(sentAt) - sendingAt;
  return afterMs >= -skewMs && afterMs <= unknownOutcomeMs + skewMs;
}

/** Messages that failed before this time are not those of an echo: they failed within a minute of their send. */
export function echoableSince(sentAt: string): string {
  return new Date(Date.parse(sentAt) - unknownOutcomeMs - 2 * skewMs).toISOString();
}

/**
 * The message whose echo this is: of those with its content, the one whose send began nearest to the time at which the
 * provider took it. Undefined when none has its content.
 */
export function echoed(
  candidates: readonly StoredMessage[],
  content: InboundContent,
  sentAt: string,
): StoredMessage | undefined {
  const apartMs = ({ sendingAt }: StoredMessage) => Math.abs(Date.parse(sentAt) - (sendingAt ?? 0));
  return candidates
    .filter((message) => isEchoOf(message, content))
    .sort((a, b) => apartMs(a) - apartMs(b))[0];
}

/** Whether an echo has the content of a message. Buttons come back as a text or as a card without one. */
function isEchoOf({ type, text }: StoredMessage, echo: InboundContent): boolean {
  if (type === 'interactive') return text === echo.text || isCard(echo);
  return type === echo.type && text === echo.text;
}

function isCard({ content }: InboundContent): boolean {
  const { type, attachments } = content?.providerContent ?? {};
  const [first] = Array.isArray(attachments) ? attachments : [];
  return type === 'template' || first?.type === 'template';
}

/** A change that a customer makes to an earlier message. */
export type CustomerChange =
  | { readonly kind: 'edit'; readonly text: string | null }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'reaction'; readonly from: string; readonly emoji: string | null };

/**
 * Returns the message after a change by the customer; the same message when it already has a newer change. A deleted
 * message keeps no content.
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
