import { type EventType, eventTypes, matchesEvent } from '@parley/contract/schemas';

/** The types that any of these patterns takes in. */
export function matchingTypes(patterns: readonly string[]): EventType[] {
  return eventTypes.filter((type) => patterns.some((pattern) => matchesEvent(pattern, type)));
}
