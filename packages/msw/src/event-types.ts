import type { EventBase, EventType, KnownEvent, MessageChange } from './generated/events.ts';

/** An event as receivers get it. */
export type WebhookEvent<Type extends EventType = EventType> = Extract<KnownEvent, { type: Type }>;

/** An event of any type, also of one that this version does not know. */
export interface AnyEvent extends EventBase {
  type: string;
  data: {
    object: object;
    previous: Record<string, unknown> | null;
    changes: string[];
    truncated?: true | undefined;
  };
}

/** Some fields of the record that an event is about. */
export type EventFields<Type extends EventType> = Partial<WebhookEvent<Type>['data']['object']>;

/** What an event says beside its record. */
export interface EventExtras {
  /** The values before, of the fields that changed. */
  previous?: Readonly<Record<string, unknown>>;
  actor?: EventBase['actor'];
  test?: boolean;
  /** Of `message.*`. Default: the stored ones of its `conversationId` and `contactId`. */
  conversation?: Partial<MessageChange['conversation']>;
  contact?: Partial<MessageChange['contact']>;
  /** Who it is signed for, with its headers. Default: for `webhooks.secret`. */
  endpoint?: OfEndpoint;
}

/** A webhook endpoint of the tenant, or its id. */
export type OfEndpoint = string | { readonly id: string };
