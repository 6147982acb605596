import {
  type Channel,
  type ChannelType,
  channelCapabilities,
  conversationWindow,
  type Message,
  ServiceError,
} from '@parley/contract';
import type { ConversationRecord } from './store.ts';

/** When free text is no longer allowed; null while no inbound message is known. */
export function windowEndMs(
  type: ChannelType,
  lastInboundAt: string | null,
  tag: Message['messageTag'],
): number | null {
  return lastInboundAt === null ? null : Date.parse(lastInboundAt) + hoursOf(type, tag) * 3_600_000;
}

/** Throws SVC-WINDOW-CLOSED for free text, as far as the channel's setting asks for an open window. */
export function checkWindow(
  { type, settings }: Channel,
  tag: Message['messageTag'],
  thread: Pick<ConversationRecord, 'lastInboundAt' | 'sentSinceInbound'> | undefined,
  nowMs: number,
): void {
  const lastInboundAt = thread?.lastInboundAt ?? null;
  if (settings.windowEnforcement === 'off') return;
  if (lastInboundAt === null && settings.windowEnforcement === 'known') return;
  const sentSinceInbound = thread?.sentSinceInbound ?? 0;
  const { remaining } = conversationWindow(type, { lastInboundAt, sentSinceInbound }, nowMs);
  const endMs = windowEndMs(type, lastInboundAt, tag);
  if (endMs !== null && nowMs < endMs && remaining !== 0) return;
  throw new ServiceError('SVC-WINDOW-CLOSED', {
    channelType: type,
    windowHours: hoursOf(type, tag),
    lastInboundAt,
    closedAt: endMs === null ? null : new Date(endMs).toISOString(),
    reason: remaining === 0 ? 'quota' : 'time',
    suggestion: channelCapabilities[type].templates ? 'template' : null,
  });
}

function hoursOf(type: ChannelType, tag: Message['messageTag']): number {
  const { windowHours, humanAgentWindowHours } = channelCapabilities[type];
  return tag === 'human_agent' ? (humanAgentWindowHours ?? windowHours) : windowHours;
}
