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

// Signals that a network shows a customer besides messages: the business is typing, or has read the messages.

export type Signal = 'typing' | 'read';

/** Age after which a typing indicator is dropped: the business has perhaps answered since. */
export const typingMs = 20_000;

/** How long after a typing indicator another one changes nothing, in milliseconds. The networks show it a little longer. */
const typingShownMs: Readonly<Record<ChannelType, number>> = {
  whatsapp: 20_000,
  // How long Instagram shows it is not documented.
  instagram: 4_000,
  tiktok: 4_000,
};

/** Whether the customer still sees the typing indicator of this time. The next message of the conversation ends it. */
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
 * The error for a typing indicator that the network would not show, or that would also show a read receipt although the
 * tenant sends none.
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

/** Whether the network shows the customer that a conversation was marked as read. */
export function showsRead(
  { unreadCount, channelType }: Pick<StoredConversation, 'unreadCount' | 'channelType'>,
  { sendReadReceipts }: Pick<TenantSettings, 'sendReadReceipts'>,
): boolean {
  return unreadCount > 0 && sendReadReceipts && channelCapabilities[channelType].markRead;
}
