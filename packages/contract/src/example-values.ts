// Values that many examples share: their time, IDs that occur in several examples, and the forms of pages and events.
import { type IdKind, idPrefixes } from './ids.ts';

/** Returns a time on the day of the examples, this many seconds after its start time. */
export function at(seconds: number): string {
  return new Date(Date.UTC(2026, 10, 20, 9, 30, seconds)).toISOString();
}

/** Returns an ID for an example. `last` distinguishes it from the other IDs of its kind. */
export function exampleId(kind: IdKind, last: string): string {
  return `${idPrefixes[kind]}_01KAGWX3M0${'0'.repeat(15)}${last}`;
}

/** The IDs of the records that several examples name: one shop, one customer, one conversation. */
export const exampleIds = {
  contact: exampleId('contact', '1'),
  conversation: exampleId('conversation', '2'),
  channel: exampleId('channel', '3'),
  message: exampleId('message', '4'),
  tenant: exampleId('tenant', '5'),
  apiKey: exampleId('apiKey', '6'),
  inboundMessage: exampleId('message', '8'),
  inboundFailure: exampleId('inboundFailure', '9'),
} as const;

/** Returns a page with one record. */
export function onePage<Item>(item: Item): { data: Item[]; nextCursor: null } {
  return { data: [item], nextCursor: null };
}

/** The parts of an event example that differ from those of other events. */
export interface EventExample {
  readonly object: Readonly<Record<string, unknown>> & { readonly id: string };
  readonly previous: Readonly<Record<string, unknown>> | null;
  readonly changes: readonly string[];
  readonly envelope: EnvelopeExample;
}

interface EnvelopeExample {
  readonly actor?: { type: 'contact' | 'system'; id: string | null; grantId: null };
  readonly sequence?: number;
  readonly test?: boolean;
}

export const bySystem: EnvelopeExample = { actor: { type: 'system', id: null, grantId: null } };

/** Returns the example of an event that creates or deletes a record. */
export function made<Item extends { readonly id: string }>(
  record: Item,
  envelope: EnvelopeExample = {},
): EventExample {
  return { object: { ...record }, previous: null, changes: [], envelope };
}

/** Returns the examples of the events of a record that is created, changed and deleted. */
export function eventExamplesOf<Name extends string, Item extends { readonly id: string }>(
  name: Name,
  record: Item,
  change: Partial<Item>,
) {
  const examples = {
    [`${name}.created`]: made(record),
    [`${name}.updated`]: changed(record, change),
    [`${name}.deleted`]: made(record),
  };
  // TypeScript does not know the names of computed keys.
  return examples as Record<`${Name}.${'created' | 'updated' | 'deleted'}`, EventExample>;
}

/** Returns the example of an event that changes fields of a record. */
export function changed<Item extends { readonly id: string }>(
  before: Item,
  change: Partial<Item>,
  envelope: EnvelopeExample = {},
): EventExample {
  const stamp = 'updatedAt' in before ? { updatedAt: at(50) } : {};
  const changes = Object.keys(change) as (keyof Item & string)[];
  return {
    object: { ...before, ...change, ...stamp },
    previous: Object.fromEntries(changes.map((field) => [field, before[field] ?? null])),
    changes,
    envelope,
  };
}
