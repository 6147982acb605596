import { mediaTypes, type SimulateInboundBody } from '@parley/contract/schemas';
import type { StoredAttachment } from './content.ts';
import { lastMessageFields, type StoredConversation } from './conversations.ts';
import { givenFields, later } from './fields.ts';
import { isUnresolved } from './message-steps.ts';
import { newMessage, type Place, type StoredMessage } from './messages.ts';
import type { Made } from './rules.ts';

// Messages that a provider reports: those of customers, and echoes of messages that the business sent outside Parley.

/** The content of an inbound message. */
export type InboundContent = Pick<StoredMessage, 'type' | 'text' | 'content'>;

/** A file of an inbound message, before the server gives it an ID and downloads it. */
export type AnnouncedFile = Pick<
  StoredAttachment,
  'kind' | 'mimeType' | 'filename' | 'sha256' | 'providerId' | 'providerUrl'
> & { readonly isVoice?: boolean };

/** Returns the content of a simulated message, with the file that the message announces. */
export function simulatedContent(body: SimulateInboundBody): {
  readonly content: InboundContent;
  readonly files: readonly AnnouncedFile[];
} {
  const given = givenFields({
    location: body.type === 'location' ? body.location : undefined,
    interactive: body.type === 'interactive' ? body.interactive : undefined,
    providerContent: 'providerContent' in body ? body.providerContent : undefined,
    reaction: body.type === 'reaction' ? { ...body.reaction, messageId: null } : undefined,
    referral: body.referral,
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

/** Returns the attachment for a file that is not downloaded yet. */
function announcedAttachment(file: AnnouncedFile, id: string): StoredAttachment {
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

/** The content of a message, as a provider reports it. */
export interface ReportedContent {
  readonly content: InboundContent;
  readonly files?: readonly AnnouncedFile[] | undefined;
  /** The provider's ID of the message that this one replies to. */
  readonly replyTo?: string | undefined;
}

/**
 * Returns the content of a message with its files. `messageIdOf` returns the ID of the message with an ID of the
 * provider: one that the message replies or reacts to.
 */
export function withReferences(
  { content, files = [], replyTo }: ReportedContent,
  messageIdOf: (externalId: string) => string | undefined,
  newId: () => string,
): InboundContent {
  const reaction = content.content?.reaction;
  const target = reaction?.externalId ? messageIdOf(reaction.externalId) : undefined;
  const whole: StoredMessage['content'] = {
    ...content.content,
    ...(reaction && { reaction: { ...reaction, messageId: target ?? null } }),
    ...(replyTo !== undefined && {
      replyTo: { messageId: messageIdOf(replyTo) ?? null, externalId: replyTo },
    }),
    ...(files.length > 0 && {
      attachments: files.map((file) => announcedAttachment(file, newId())),
    }),
  };
  return { ...content, content: Object.keys(whole).length > 0 ? whole : null };
}

/**
 * Returns the message with the result of downloading a file. Returns the same message when no download is awaited, or
 * when the file is missing.
 */
export function withFile(
  message: StoredMessage,
  attachmentId: string,
  change: Partial<StoredAttachment>,
  now: string,
): StoredMessage {
  const attachments = message.content?.attachments ?? [];
  const isAwaited = attachments.some(
    ({ id, status, mediaId }) =>
      id === attachmentId && (status === 'pending' || (status === 'stored' && mediaId === null)),
  );
  if (!isAwaited) return message;
  const changed = attachments.map((file) =>
    file.id === attachmentId ? { ...file, ...change } : file,
  );
  return { ...message, content: { ...message.content, attachments: changed }, updatedAt: now };
}

interface Reported extends Made {
  /** The provider's ID of the message. */
  readonly externalId: string;
  /**
   * When the message was sent, by the provider's clock. It is never after the server's time, so a clock that is ahead
   * does not keep a window open.
   */
  readonly sentAt: string;
}

/** Returns the record of a message from a customer. */
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

/** Returns the record of a message that the business sent outside Parley, for example in the provider's own app. */
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

/** How long an echo waits for a message in `sending`, in milliseconds: less than all attempts to store the echo last. */
const echoWaitMs = 120_000;
/** How much the clocks of two processes may differ, in milliseconds. */
const skewMs = 5_000;

/**
 * Returns whether an echo waits for this message: the message was `sending` when the server received the echo, and its
 * provider's ID is still unknown. An echo does not wait for messages sent later.
 */
export function echoWaitsFor(
  { status, externalId, sendingAt }: StoredMessage,
  { receivedAt, nowMs }: { readonly receivedAt: string; readonly nowMs: number },
): boolean {
  if (status !== 'sending' || externalId !== null || sendingAt === null) return false;
  return sendingAt <= Date.parse(receivedAt) + skewMs && nowMs - sendingAt < echoWaitMs;
}

/**
 * Returns whether the provider accepted the echoed message during the attempt to send this one: after its begin, and
 * before the server concluded that the outcome is unknown. An attempt that has not ended may last for any time.
 */
export function mayBeEchoed(message: StoredMessage, sentAt: string): boolean {
  const { status, externalId, sendingAt, failedAt } = message;
  const isOpen = status === 'sending' || isUnresolved(message);
  if (!isOpen || externalId !== null || sendingAt === null) return false;
  const isBefore = Date.parse(sentAt) < sendingAt - skewMs;
  return !isBefore && (failedAt === null || failedAt >= echoableSince(sentAt));
}

/** Returns the earliest failure time of messages that an echo may belong to. */
export function echoableSince(sentAt: string): string {
  return new Date(Date.parse(sentAt) - skewMs).toISOString();
}

/**
 * Returns the message that an echo belongs to, among those with the same content. It is the one during whose attempt the
 * provider accepted the echo, or else the one whose attempt began nearest. Undefined when none has the content.
 */
export function echoed(
  candidates: readonly StoredMessage[],
  content: InboundContent,
  sentAt: string,
): StoredMessage | undefined {
  const sentMs = Date.parse(sentAt);
  const apartMs = ({ sendingAt }: StoredMessage) => Math.abs(sentMs - (sendingAt ?? 0));
  const isDuring = ({ sendingAt, failedAt }: StoredMessage) =>
    sentMs >= (sendingAt ?? 0) && (failedAt === null || sentAt <= failedAt);
  return candidates
    .filter((message) => isEchoOf(message, content))
    .sort((a, b) => Number(isDuring(b)) - Number(isDuring(a)) || apartMs(a) - apartMs(b))[0];
}

/**
 * Returns whether the text and type of an echo fit a message. The echo of a message with buttons is a text, or a card
 * without text.
 */
function isEchoOf({ type, text }: StoredMessage, echo: InboundContent): boolean {
  if (type === 'interactive') return text === echo.text || isCard(echo);
  return type === echo.type && text === echo.text;
}

function isCard({ content }: InboundContent): boolean {
  const { type, attachments } = content?.providerContent ?? {};
  const [first] = Array.isArray(attachments) ? attachments : [];
  return type === 'template' || first?.type === 'template';
}

/** Returns the conversation after an echo. Unlike an accepted message, an echo may be older than the last message. */
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
