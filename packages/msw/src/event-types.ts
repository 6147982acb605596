import type { EventType, eventObjects, eventSchemas, MessageContext } from '@parley/contract';
import type * as z from 'zod';

type Parsed<Type extends EventType> = z.output<(typeof eventSchemas)[Type]>;

type Data<Type extends EventType> = Omit<Parsed<Type>['data'], keyof MessageContext> &
  (Type extends `message.${string}` ? MessageContext : unknown);

/** An event as receivers get it. */
export type WebhookEvent<Type extends EventType = EventType> = Type extends EventType
  ? Omit<Parsed<Type>, 'data' | 'type'> & { type: Type; data: Data<Type> }
  : never;

/** Some fields of the record that an event is about. */
export type EventFields<Type extends EventType> = Partial<z.output<(typeof eventObjects)[Type]>>;

/** What an event says beside its record. */
export interface EventExtras {
  /** The values before, of the fields that changed. */
  previous?: Readonly<Record<string, unknown>>;
  actor?: WebhookEvent['actor'];
  test?: boolean;
  /** Of `message.*`. Default: the stored ones of its `conversationId` and `contactId`. */
  conversation?: Partial<MessageContext['conversation']>;
  contact?: Partial<MessageContext['contact']>;
  /** Who it is signed for, with its headers. Default: for `webhooks.secret`. */
  endpoint?: OfEndpoint;
}

/** A webhook endpoint of the tenant, or its id. */
export type OfEndpoint = string | { readonly id: string };
