import type { EventBase, EventType, KnownEvent, MessageChange } from './generated/events.ts';
import type { Given } from './given.ts';

/** Event as receivers get it. */
export type WebhookEvent<Type extends EventType = EventType> = Extract<KnownEvent, { type: Type }>;

/** Event of any type, including unknown ones. */
export interface AnyEvent extends EventBase {
  type: string;
  data: {
    object: object;
    previous: Record<string, unknown> | null;
    changes: string[];
    truncated?: true | undefined;
  };
}

/** Fields of `data.object`, the record of an event. Missing fields come from the contract's example. */
export type EventFields<Type extends EventType> = Given<WebhookEvent<Type>['data']['object']>;

/** Fields of an event besides its record. */
export interface EventExtras {
  /** Old values of the changed fields. */
  previous?: Readonly<Record<string, unknown>> | undefined;
  /** Who made the change. Default: as the server records it for this type. */
  actor?: EventBase['actor'] | undefined;
  /** True: an event that the endpoint `/test` sends. Default: true for `webhook.test` only. */
  test?: boolean | undefined;
  /** Fields of `data.conversation`, for `message.*` only. Default: the stored conversation of the message. */
  conversation?: Given<MessageChange['conversation']> | undefined;
  /** Fields of `data.contact`, for `message.*` only. Default: the stored contact of the message. */
  contact?: Given<MessageChange['contact']> | undefined;
  /** Endpoint whose secrets sign the event and whose headers are sent. Default: `webhooks.secret`. */
  endpoint?: OfEndpoint | undefined;
}

/** Webhook endpoint of the tenant, or its ID. */
export type OfEndpoint = string | { readonly id: string };
