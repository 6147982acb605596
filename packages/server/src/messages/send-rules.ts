import {
  type ChannelType,
  channelCapabilities,
  conversationWindow,
  type Message,
  measureText,
  type SendMessageBody,
  ServiceError,
  type TemplateInput,
} from '@parley/contract/schemas';
import type { ThreadChannel } from './statements/accepted-message.ts';

// What may be sent: 409 by the state of the channel, then 422 by the rules of its network. Pure.

export type Sendable = Extract<SendMessageBody, { type: 'text' | 'template' }>;

export interface Window {
  last_inbound_at: string | null;
  sent_since_inbound: number;
}

export function refuseUnavailable(
  channel: Pick<ThreadChannel, 'id' | 'status' | 'status_reason'>,
): ServiceError | undefined {
  if (channel.status === 'active') return undefined;
  const { id: channelId, status, status_reason: reason } = channel;
  return new ServiceError('SVC-CHANNEL-UNAVAILABLE', { channelId, status, reason });
}

export function isSendable(body: SendMessageBody, type: ChannelType): body is Sendable {
  return body.type === 'text' || (body.type === 'template' && channelCapabilities[type].templates);
}

export function refuseContent(type: ChannelType, body: SendMessageBody): ServiceError | undefined {
  if (!isSendable(body, type)) {
    return new ServiceError('SVC-CONTENT-UNSUPPORTED', { channelType: type, type: body.type });
  }
  if (body.type === 'template') return refuseTemplate(body.template);
  const { limit, unit } = channelCapabilities[type].maxText;
  // No text has more characters than UTF-16 units, and none has more than three bytes for each.
  if (body.text.length * 3 <= limit) return undefined;
  const actual = measureText(type, body.text);
  return actual > limit
    ? new ServiceError('SVC-TEXT-TOO-LONG', { limit, unit, actual })
    : undefined;
}

/** Free text needs an open window, as far as the channel's setting asks for it. */
export function refuseWindow(
  type: ChannelType,
  enforcement: 'known' | 'strict' | 'off',
  body: Sendable,
  window: Window,
  nowMs: number,
): ServiceError | undefined {
  if (body.type === 'template' || enforcement === 'off') return undefined;
  const { last_inbound_at: lastInboundAt, sent_since_inbound: sentSinceInbound } = window;
  if (lastInboundAt === null && enforcement === 'known') return undefined;
  const closesMs = windowEndMs(type, lastInboundAt, body.messageTag ?? null);
  const { remaining } = conversationWindow(type, { lastInboundAt, sentSinceInbound }, nowMs);
  if (closesMs !== null && nowMs < closesMs && remaining !== 0) return undefined;
  return new ServiceError('SVC-WINDOW-CLOSED', {
    channelType: type,
    windowHours: windowHoursOf(type, body.messageTag ?? null),
    lastInboundAt,
    closedAt: closesMs === null ? null : new Date(closesMs).toISOString(),
    reason: remaining === 0 ? 'quota' : 'time',
    suggestion: channelCapabilities[type].templates ? 'template' : null,
  });
}

/** When free text is no longer allowed; null while no inbound message is known. */
export function windowEndMs(
  type: ChannelType,
  lastInboundAt: string | null,
  tag: Message['messageTag'],
): number | null {
  if (lastInboundAt === null) return null;
  return Date.parse(lastInboundAt) + windowHoursOf(type, tag) * 3_600_000;
}

function windowHoursOf(type: ChannelType, tag: Message['messageTag']): number {
  const { windowHours, humanAgentWindowHours } = channelCapabilities[type];
  return tag === 'human_agent' ? (humanAgentWindowHours ?? windowHours) : windowHours;
}

function refuseTemplate({
  variables = {},
  components = [],
}: TemplateInput): ServiceError | undefined {
  const given = new Map(Object.entries(variables));
  for (const component of components) {
    for (const [index, parameter] of (component.parameters ?? []).entries()) {
      // Parameters are loose objects: a text is one that says so and is a string.
      const text = parameter.type === 'text' ? parameter['text'] : undefined;
      const name = parameter.parameterName ?? String(index + 1);
      if (typeof text === 'string') given.set(`${component.type}.${name}`, text);
    }
  }
  const empty = [...given].filter(([, text]) => text.trim() === '').map(([name]) => name);
  if (empty.length === 0) return undefined;
  const received = [...given.keys()];
  return new ServiceError('SVC-TEMPLATE-PARAMS', {
    expected: [],
    received,
    missing: [],
    unexpected: [],
    empty,
  });
}
