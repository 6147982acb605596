import * as z from 'zod';
import { nounEvents } from './generated/events.ts';

export type EventType = keyof typeof nounEvents;
export const eventTypes = Object.keys(nounEvents) as EventType[];

/** A sentence for each event type that says when the event happens. */
export const eventDescriptions = Object.fromEntries(
  eventTypes.map((type) => [type, nounEvents[type].description]),
) as Readonly<Record<EventType, string>>;

/** Event types that are recorded only if a webhook endpoint lists them by name: `*` does not include them. */
export const quietEventTypes = ['message.queued'] as const satisfies readonly EventType[];

const patterns = new Set<string>([
  '*',
  ...eventTypes,
  ...eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`),
]);

/** The schema of a pattern for event types: one known type, all types of a group (`message.*`), or all types (`*`). */
export const eventPattern = z
  .string()
  .max(64)
  .refine((text) => patterns.has(text), {
    message:
      'must be a type of event, such as message.sent, all of a group, such as message.*, or *',
    params: { code: 'invalid_enum' },
  })
  // No enum in the JSON Schema: new types may be added, and generated clients would list all of them.
  .meta({
    pattern: `^(?:${[...patterns].map((name) => name.replace(/[.*]/g, '\\$&')).join('|')})$`,
  })
  .describe(
    'A type of event, such as `message.sent`; a group, such as `message.*`; or `*` for all types. Groups and `*` leave out `message.queued`: to select it, name it.',
  );

/** Returns whether a pattern matches an event type. A quiet type matches only its own name. */
export function matchesEvent(pattern: string, type: EventType): boolean {
  if (pattern === type) return true;
  if ((quietEventTypes as readonly string[]).includes(type)) return false;
  return pattern === '*' || pattern === `${type.slice(0, type.indexOf('.'))}.*`;
}
