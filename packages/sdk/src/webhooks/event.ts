import type { AnyChange, EventBase, KnownEvent } from '../generated/events.ts';

// The type of an event that is unknown to this version: a string type that equals no literal type. Only the member of
// an enum is such a type; this enum exists only at compile time.
declare enum NewEventType {
  any = '(a type that this version does not know)',
}

/**
 * Event of a type that this version does not know, from a newer server. TypeScript excludes it in a `case` of a known
 * type. To match a newer type, compare `event.type as string`.
 */
export interface UnknownEvent extends EventBase {
  type: NewEventType;
  data: AnyChange;
}

/** Event of a webhook. Keep a `default` branch for types that are added later. */
export type WebhookEvent = KnownEvent | UnknownEvent;
