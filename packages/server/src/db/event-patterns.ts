import { type EventType, quietEventTypes } from '@parley/contract/schemas';

const known = new Map<string, readonly string[]>();

/** Every pattern that takes in this type: what `matchesEvent` of the contract says, the other way round. */
export function patternsOf(type: string): readonly string[] {
  const found = known.get(type) ?? make(type);
  known.set(type, found);
  return found;
}

export function isQuiet(type: string): boolean {
  return quietEventTypes.includes(type as EventType & (typeof quietEventTypes)[number]);
}

function make(type: string): readonly string[] {
  return isQuiet(type) ? [type] : [type, `${type.slice(0, type.indexOf('.'))}.*`, '*'];
}
