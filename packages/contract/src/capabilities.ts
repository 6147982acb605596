// The rules of the channel providers, as data: the server, the mocks and the docs read the same table.
// Sources: Meta's WhatsApp Cloud API and Instagram Messaging documentation; TikTok's Business Messaging
// rules as integrators report them.
import * as z from 'zod';
import { decimal, invisibles, withoutSeparators } from './contact-formats.ts';
import {
  contentCapabilities,
  instagramContent,
  type TextLimit,
  textLimit,
  tiktokContent,
  whatsappContent,
} from './content-capabilities.ts';
import { named } from './named.ts';

export const channelType = z
  .enum(['whatsapp', 'instagram', 'tiktok'])
  .describe('The network of the channel.');
export type ChannelType = z.infer<typeof channelType>;

export class ChannelCapabilitiesSchema extends named('What a channel can do.', {
  businessInitiated: z
    .enum(['template', 'none'])
    .describe('How the business can send the first message: with a template, or not at all.'),
  windowHours: z
    .number()
    .describe('Hours after the last inbound message in which free text is allowed.'),
  humanAgentWindowHours: z
    .number()
    .nullable()
    .describe('Hours of the longer window for messages tagged `human_agent`; null = none.'),
  initialMessages: z
    .int()
    .nullable()
    .describe(
      'Messages that the network is known to allow until the customer answers one; then they are not counted. Null = no limit.',
    ),
  templates: z.boolean().describe('Whether the network has template messages.'),
  receipts: z
    .array(z.enum(['sent', 'delivered', 'read']))
    .describe('Statuses of an outbound message that the network reports.'),
  typing: z
    .boolean()
    .describe('Whether the network can show the customer that the business is typing.'),
  typingMarksRead: z
    .boolean()
    .describe(
      'Whether the typing indicator also shows the customer that its messages were read. It then needs the setting `sendReadReceipts` of the tenant.',
    ),
  markRead: z
    .boolean()
    .describe('Whether the network can show the customer that its messages were read.'),
  maxText: textLimit.describe('Maximum length of the text of one message.'),
  content: contentCapabilities,
  throttlePerSecond: z.int().describe('Messages per second that a channel sends by default.'),
}) {}
export const capabilities = new ChannelCapabilitiesSchema();
export type ChannelCapabilities = z.infer<typeof capabilities>;

export const channelCapabilities: Readonly<Record<ChannelType, ChannelCapabilities>> = {
  whatsapp: {
    businessInitiated: 'template',
    windowHours: 24,
    humanAgentWindowHours: null,
    initialMessages: null,
    templates: true,
    receipts: ['sent', 'delivered', 'read'],
    typing: true,
    typingMarksRead: true,
    markRead: true,
    maxText: { limit: 4_096, unit: 'characters' },
    content: whatsappContent,
    throttlePerSecond: 80,
  },
  instagram: {
    businessInitiated: 'none',
    windowHours: 24,
    humanAgentWindowHours: 168,
    initialMessages: null,
    templates: false,
    receipts: ['sent', 'read'],
    typing: true,
    typingMarksRead: false,
    markRead: true,
    maxText: { limit: 1_000, unit: 'bytes' },
    content: instagramContent,
    throttlePerSecond: 300,
  },
  tiktok: {
    businessInitiated: 'none',
    windowHours: 48,
    humanAgentWindowHours: null,
    initialMessages: 10,
    templates: false,
    receipts: ['sent', 'read'],
    typing: true,
    typingMarksRead: false,
    markRead: true,
    maxText: { limit: 6_000, unit: 'characters' },
    content: tiktokContent,
    throttlePerSecond: 10,
  },
};

export type IdentityKind = 'phone' | 'bsuid' | 'igsid' | 'tiktok_conversation';

export type Recipient =
  | { ok: true; kind: IdentityKind; address: string }
  | {
      ok: false;
      reason:
        | 'not_a_phone_number_or_bsuid'
        | 'parent_bsuid'
        | 'not_an_igsid'
        | 'not_a_conversation_id';
    };

/**
 * Returns the address in its canonical spelling. WhatsApp: 6 to 15 digits without a leading 0, or a business-scoped user
 * ID such as `US.13491208655302741918`, without invisible characters. `+` and separators of a phone number are removed,
 * and full-width digits become plain ones. Instagram: the scoped ID in digits. TikTok: a conversation ID. A phone number
 * with decimals, such as `.0`, is refused.
 */
export function normalizeRecipient(type: ChannelType, to: string): Recipient {
  const value = to.trim();
  if (type === 'instagram') {
    return /^\d{1,32}$/.test(value)
      ? { ok: true, kind: 'igsid', address: value }
      : { ok: false, reason: 'not_an_igsid' };
  }
  if (type === 'tiktok') {
    return /^[\x21-\x7e]{1,256}$/.test(value)
      ? { ok: true, kind: 'tiktok_conversation', address: value }
      : { ok: false, reason: 'not_a_conversation_id' };
  }
  const id = to.replace(invisibles, '').trim();
  if (/^[A-Z]{2}\.ENT\./.test(id)) return { ok: false, reason: 'parent_bsuid' };
  if (/^[A-Z]{2}\.[A-Za-z0-9]{1,128}$/.test(id)) return { ok: true, kind: 'bsuid', address: id };
  const digits = withoutSeparators(value).replace(/^\+/, '');
  return /^[1-9]\d{5,14}$/.test(digits) && !decimal.test(value)
    ? { ok: true, kind: 'phone', address: digits }
    : { ok: false, reason: 'not_a_phone_number_or_bsuid' };
}

/** Returns the length of a text: its number of Unicode characters, or of bytes in UTF-8. */
export function lengthIn(unit: TextLimit['unit'], text: string): number {
  if (unit === 'bytes') return new TextEncoder().encode(text).length;
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

export interface WindowInput {
  lastInboundAt: string | null;
  /** Number of messages sent since the last inbound message. */
  sentSinceInbound: number;
  /** Time of the first message of the business after the last inbound message. */
  firstReplyAt: string | null;
}

export interface ConversationWindow {
  open: boolean | null;
  expiresAt: string | null;
  remaining: number | null;
  allowed: ('text' | 'template')[];
}

/**
 * Returns the messaging window of a conversation. `open` is null if the server knows no inbound message. `allowed` has
 * what a channel with the default setting `windowEnforcement` accepts.
 */
export function conversationWindow(
  type: ChannelType,
  { lastInboundAt, sentSinceInbound, firstReplyAt }: WindowInput,
  nowMs: number,
): ConversationWindow {
  const { windowHours, initialMessages, templates } = channelCapabilities[type];
  const always: 'template'[] = templates ? ['template'] : [];
  if (lastInboundAt === null) {
    return { open: null, expiresAt: null, remaining: null, allowed: ['text', ...always] };
  }
  const expiresMs = Date.parse(lastInboundAt) + windowHours * 3_600_000;
  const hasAnswered = firstReplyAt !== null && lastInboundAt > firstReplyAt;
  const isCounted = initialMessages !== null && !hasAnswered;
  const remaining = isCounted ? Math.max(0, initialMessages - sentSinceInbound) : null;
  const open = nowMs < expiresMs;
  return {
    open,
    expiresAt: new Date(expiresMs).toISOString(),
    remaining,
    allowed: open ? ['text', ...always] : always,
  };
}
