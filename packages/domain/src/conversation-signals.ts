import {
  type ChannelType,
  channelCapabilities,
  ServiceError,
  type TenantSettings,
  type WindowInput,
} from '@parley/contract/schemas';
import type { StoredChannel } from './channel-record.ts';
import { refuseUnavailable } from './channels.ts';
import type { Reachable } from './consent.ts';
import type { StoredConversation } from './conversations.ts';
import { refuseClosedWindow } from './sending.ts';

// Signals that a network shows a customer besides messages: that the business is typing, or has read the messages.

export type Signal = 'typing' | 'read';

/**
 * The age at which a typing indicator is not sent any more: the business has perhaps answered since. In milliseconds.
 */
export const typingMs = 20_000;

/**
 * For how many milliseconds after a typing indicator the server ignores another request for one. The networks show an
 * indicator a little longer.
 */
const typingShownMs: Readonly<Record<ChannelType, number>> = {
  whatsapp: 20_000,
  // Instagram does not document for how long it shows the indicator.
  instagram: 4_000,
  tiktok: 4_000,
};

/**
 * Returns whether the customer still sees the typing indicator sent at this time. The next message of the conversation
 * ends it.
 */
export function isTypingShown(
  { channelType, lastMessageAt }: Pick<StoredConversation, 'channelType' | 'lastMessageAt'>,
  shownAtMs: number,
  nowMs: number,
): boolean {
  const ageMs = nowMs - shownAtMs;
  if (ageMs < 0 || ageMs >= typingShownMs[channelType]) return false;
  return lastMessageAt === null || Date.parse(lastMessageAt) <= shownAtMs;
}

interface Typing {
  readonly channel: Pick<StoredChannel, 'id' | 'type' | 'status' | 'statusReason' | 'settings'>;
  readonly contact: Reachable;
  readonly conversation: WindowInput;
  readonly settings: Pick<TenantSettings, 'sendReadReceipts'>;
}

/**
 * Returns the error for a typing indicator that the network would not show, or that would send a read receipt although
 * the tenant has turned these off. Undefined when it may be sent.
 */
export function refuseTyping(
  { channel, contact: { blocked }, conversation, settings }: Typing,
  nowMs: number,
): ServiceError | undefined {
  const { type: channelType } = channel;
  const unavailable = refuseUnavailable(channel);
  if (unavailable) return unavailable;
  const { typing, typingMarksRead } = channelCapabilities[channelType];
  if (!typing) {
    return new ServiceError('SVC-CONTENT-UNSUPPORTED', { channelType, type: 'typing' });
  }
  if (typingMarksRead && !settings.sendReadReceipts) {
    const message =
      'The network shows a typing indicator only with a read receipt, and `sendReadReceipts` of the tenant is false.';
    return new ServiceError(
      'SVC-CONTENT-UNSUPPORTED',
      { channelType, type: 'typing' },
      { message },
    );
  }
  if (blocked) return new ServiceError('SVC-RECIPIENT-BLOCKED', {});
  return refuseClosedWindow(channel, conversation, nowMs);
}

/** Returns whether the network tells the customer that the conversation was marked as read. */
export function showsRead(
  { unreadCount, channelType }: Pick<StoredConversation, 'unreadCount' | 'channelType'>,
  { sendReadReceipts }: Pick<TenantSettings, 'sendReadReceipts'>,
): boolean {
  return unreadCount > 0 && sendReadReceipts && channelCapabilities[channelType].markRead;
}
