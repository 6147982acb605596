import type { AnyChange, EventBase, KnownEvent } from '../generated/events.ts';

// A string that is equal to no literal: only members of an enum are, and this one exists for the compiler alone.
declare enum NewEventType {
  any = '(a type that this version does not know)',
}

/**
 * Event of a type that this version does not know, from a newer server. A `case` of a known type excludes it. To match
 * a newer type, compare `event.type as string`.
 */
export interface UnknownEvent extends EventBase {
  type: NewEventType;
  data: AnyChange;
}

/** Event of a webhook. Keep a `default` branch for types that are added later. */
export type WebhookEvent = KnownEvent | UnknownEvent;
