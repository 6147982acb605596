import {
  type EventType,
  eventTypes,
  matchesEvent,
  quietEventTypes,
} from '@parley/contract/schemas';

// A pattern is a type of event, a group of types (`message.*`), or `*`. Quiet types are only in the pattern that
// names them.

/** The patterns that match a type: the inverse of `matchesEvent`, for lookups by an index. */
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

/** Whether any of the patterns matches the type. */
export function matchesAny(patterns: readonly string[], type: EventType): boolean {
  return patterns.some((pattern) => matchesEvent(pattern, type));
}

/** The types that any of the patterns matches. */
export function matchingTypes(patterns: readonly string[]): EventType[] {
  return eventTypes.filter((type) => matchesAny(patterns, type));
}

/** The channel of an event, which endpoints can filter by; null for none. */
export function channelOfEvent(
  subject: { readonly type: string; readonly id: string },
  object: object,
): string | null {
  if (subject.type === 'channel') return subject.id;
  const { channelId } = object as { channelId?: unknown };
  return typeof channelId === 'string' ? channelId : null;
}
