import * as z from 'zod';
import { nounEvents } from './generated/events.ts';

export type EventType = keyof typeof nounEvents;
export const eventTypes = Object.keys(nounEvents) as EventType[];

/** Human-readable text per type: when the event happens. */
export const eventDescriptions = Object.fromEntries(
  eventTypes.map((type) => [type, nounEvents[type].description]),
) as Readonly<Record<EventType, string>>;

/** Recorded only for receivers that name the type: `*` does not include it. */
export const quietEventTypes = ['message.queued'] as const satisfies readonly EventType[];

const patterns = new Set<string>([
  '*',
  ...eventTypes,
  ...eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`),
]);

/** A type that there is, all types of a group (`message.*`), or `*`. */
export const eventPattern = z
  .string()
  .max(64)
  .refine((text) => patterns.has(text), {
    message:
      'must be a type of event, such as message.sent, all of a group, such as message.*, or *',
    params: { code: 'invalid_enum' },
  })
  // Not an enum: new types may be added, and types of clients would name them all.
  .meta({
    pattern: `^(?:${[...patterns].map((name) => name.replace(/[.*]/g, '\\$&')).join('|')})$`,
  })
  .describe(
    'A type of event, such as `message.sent`; a group, such as `message.*`; or `*` for all types. Groups and `*` leave out `message.queued`: to select it, name it.',
  );

/** Returns whether a pattern matches a type. Quiet types must be named. */
export function matchesEvent(pattern: string, type: EventType): boolean {
  if (pattern === type) return true;
  if ((quietEventTypes as readonly string[]).includes(type)) return false;
  return pattern === '*' || pattern === `${type.slice(0, type.indexOf('.'))}.*`;
}
