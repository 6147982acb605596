import {
  type ChannelType,
  channelCapabilities,
  conversationWindow,
  type IdentityKind,
  type Message,
  normalizeRecipient,
  type SendMessageBody,
  ServiceError,
  type TemplateRecord,
  type WindowInput,
} from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import { refuseUnavailable } from './channels.ts';
import { type Reachable, refuseRecipient } from './consent.ts';
import { refuseContent } from './content.ts';
import { hourMs } from './durations.ts';
import type { StoredMedia } from './media.ts';
import { refuseTarget } from './messages.ts';
import { refuseSendAt } from './send-times.ts';
import { refuseTemplate, templateFor } from './templates.ts';

// The rules for what can be sent on a network.

interface Recipient {
  readonly kind: IdentityKind;
  readonly address: string;
}

/**
 * Returns the recipient in the spelling of the network. Throws SVC-RECIPIENT-INVALID when the network has no such
 * address.
 */
export function recipientOn(channelType: ChannelType, to: string): Recipient {
  const recipient = normalizeRecipient(channelType, to);
  if (recipient.ok) return recipient;
  const { reason } = recipient;
  throw new ServiceError(
    'SVC-RECIPIENT-INVALID',
    { channelType, reason },
    { message: addressForms[reason] },
  );
}

/** The form that an address must have, by the reason why it is invalid. */
const addressForms = {
  not_a_phone_number_or_bsuid:
    'The address must be a phone number with country code, such as +5511987654321, or a BSUID, such as US.13491208655302741918.',
  parent_bsuid: 'The address must be a BSUID of your business, not of its parent (`.ENT.`).',
  not_an_igsid:
    'The address must be the ID in digits that `identities` of the contact has, not a username.',
  not_a_conversation_id:
    'The address must be the ID of the conversation that `identities` of the contact has.',
};

/** Throws SVC-CHANNEL-UNAVAILABLE unless the channel is active. */
export function checkAvailable(
  channel: Pick<StoredChannel, 'id' | 'status' | 'statusReason'>,
): void {
  const unavailable = refuseUnavailable(channel);
  if (unavailable) throw unavailable;
}

/**
 * Returns the recipient of a message. Throws the first error of the channel, the recipient and the type of content, in
 * this order.
 */
export function recipientOf(
  body: SendMessageBody,
  channel: Pick<StoredChannel, 'id' | 'type' | 'status' | 'statusReason'>,
): Recipient {
  checkAvailable(channel);
  const recipient = recipientOn(channel.type, body.to);
  const unsupported = refuseContent(channel.type, body);
  if (unsupported) throw unsupported;
  return recipient;
}

interface Sending {
  readonly channel: Pick<
    StoredChannel,
    'id' | 'type' | 'status' | 'statusReason' | 'settings' | 'templatesSyncedAt'
  >;
  /** The templates of the channel that have the name of the body. */
  readonly templates?: readonly TemplateRecord[] | undefined;
  /** The contact, or the one that the message creates. */
  readonly recipient: Reachable;
  /** The conversation; undefined when it does not exist yet. */
  readonly conversation: ({ readonly id: string } & WindowInput) | undefined;
  /** The message that the new one replies or reacts to. */
  readonly target: Message | undefined;
  /** The stored file that the body names. */
  readonly media?: StoredMedia | undefined;
}

/**
 * Returns the first error, or undefined without one. Checks in this order: the channel, the content, the template, the
 * recipient, the window, and the message that it replies or reacts to.
 */
export function refuseMessage(
  body: SendMessageBody,
  { channel, templates, recipient, conversation, target, media }: Sending,
  nowMs: number,
): ServiceError | undefined {
  return (
    refuseUnavailable(channel) ??
    refuseContent(channel.type, body, media) ??
    (body.type === 'template'
      ? refuseTemplate(body.template, { templates, isComplete: channel.templatesSyncedAt !== null })
      : undefined) ??
    refuseSendAt(body, nowMs) ??
    refuseConsent(body, { channel, templates, recipient, conversation }, nowMs) ??
    refuseWindow(body, channel, conversation, nowMs) ??
    refuseTarget(body, target, conversation?.id)
  );
}

/** Returns the error for a recipient who is blocked, or who has opted out of such messages; undefined for any other. */
function refuseConsent(
  body: SendMessageBody,
  { channel, templates, recipient, conversation }: Omit<Sending, 'target' | 'media'>,
  nowMs: number,
): ServiceError | undefined {
  const category =
    body.type === 'template' ? (templateFor(body.template, templates)?.category ?? null) : null;
  const exchanged = conversation && { ...conversation, channelType: channel.type };
  const refused = refuseRecipient({ type: body.type, category }, recipient, exchanged, nowMs);
  return refused && new ServiceError(refused.code, refused.details);
}

/**
 * Returns the error for a message other than a template while the window is not open; undefined when the message may be
 * sent. The channel's setting `windowEnforcement` decides how strict the check is.
 */
export function refuseWindow(
  message: Pick<Message, 'type'> & { readonly messageTag?: Message['messageTag'] | undefined },
  { type, settings: { windowEnforcement } }: Pick<StoredChannel, 'type' | 'settings'>,
  exchanged: WindowInput = { lastInboundAt: null, sentSinceInbound: 0, firstReplyAt: null },
  nowMs: number,
): ServiceError | undefined {
  if (message.type === 'template' || windowEnforcement === 'off') return undefined;
  const { lastInboundAt } = exchanged;
  if (lastInboundAt === null && windowEnforcement === 'known') return undefined;
  const tag = message.messageTag ?? null;
  const closesMs = windowEndMs(type, lastInboundAt, tag);
  const { remaining } = conversationWindow(type, exchanged, nowMs);
  const isUsedUp = remaining === 0 && windowEnforcement === 'strict';
  if (closesMs !== null && nowMs < closesMs && !isUsedUp) return undefined;
  return new ServiceError('SVC-WINDOW-CLOSED', {
    channelType: type,
    windowHours: windowHoursOf(type, tag),
    lastInboundAt,
    closedAt: closesMs === null ? null : new Date(closesMs).toISOString(),
    reason: isUsedUp ? 'quota' : 'time',
    suggestion: channelCapabilities[type].templates ? 'template' : null,
  });
}

/** Returns the reasons why the network may refuse a message that the server accepts now. */
export function warningsOf(
  body: SendMessageBody,
  { type, settings }: Pick<StoredChannel, 'type' | 'settings'>,
  exchanged: WindowInput | undefined,
  nowMs: number,
): Message['warnings'] {
  const isLater = body.sendAt !== undefined;
  if (!exchanged || isLater || settings.windowEnforcement === 'off') return [];
  if (conversationWindow(type, exchanged, nowMs).remaining !== 0) return [];
  const { initialMessages } = channelCapabilities[type];
  const message = `The network may refuse this message: it is known to allow ${initialMessages} messages until the customer answers.`;
  return [{ code: 'window_quota', message }];
}

/**
 * Returns the error for free text unless the window is known to be open, in every setting of the channel; undefined
 * when it is open.
 */
export function refuseClosedWindow(
  channel: Pick<StoredChannel, 'type' | 'settings'>,
  conversation: WindowInput,
  nowMs: number,
): ServiceError | undefined {
  const settings = { ...channel.settings, windowEnforcement: 'strict' } as const;
  return refuseWindow({ type: 'text' }, { ...channel, settings }, conversation, nowMs);
}

/** Returns when the window for free text ends; null if the server knows no inbound message. */
export function windowEndMs(
  type: ChannelType,
  lastInboundAt: string | null,
  tag: Message['messageTag'],
): number | null {
  if (lastInboundAt === null) return null;
  return Date.parse(lastInboundAt) + windowHoursOf(type, tag) * hourMs;
}

function windowHoursOf(type: ChannelType, tag: Message['messageTag']): number {
  const { windowHours, humanAgentWindowHours } = channelCapabilities[type];
  return tag === 'human_agent' ? (humanAgentWindowHours ?? windowHours) : windowHours;
}
