import {
  type EventType,
  eventTypes,
  kindOfId,
  matchesEvent,
  quietEventTypes,
} from '@parley/contract/schemas';
import type { EventParts } from './events.ts';

// Webhook endpoints subscribe with patterns: an event type, a group of types (`message.*`), or `*`. Quiet types match
// only their own name, not a group or `*`.

/** Returns the patterns that match an event type, so that endpoints can be found by an index. */
export function patternsOf(type: string): readonly string[] {
  const known = patterns.get(type) ?? makePatterns(type);
  patterns.set(type, known);
  return known;
}

const patterns = new Map<string, readonly string[]>();

function makePatterns(type: string): readonly string[] {
  const isQuiet = (quietEventTypes as readonly string[]).includes(type);
  return isQuiet ? [type] : [type, `${type.slice(0, type.indexOf('.'))}.*`, '*'];
}

/** Returns whether any of the patterns matches the event type. */
export function matchesAny(patterns: readonly string[], type: EventType): boolean {
  return patterns.some((pattern) => matchesEvent(pattern, type));
}

/** Returns the event types that any of the patterns matches. */
export function matchingTypes(patterns: readonly string[]): EventType[] {
  return eventTypes.filter((type) => matchesAny(patterns, type));
}

/** Returns the channel of an event, by which endpoints can filter; null when it has none. */
export function channelOfEvent({
  object,
  channelId: ofOwner = null,
}: Pick<EventParts, 'object' | 'channelId'>): string | null {
  if (kindOfId(object.id) === 'channel') return object.id;
  const { channelId } = object as { channelId?: unknown };
  return typeof channelId === 'string' ? channelId : ofOwner;
}
