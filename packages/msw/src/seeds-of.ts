import type * as z from 'zod';
import type { Given } from './given.ts';
import type { Store } from './store.ts';

/** A tuple of this length, so that the type of `a` in `const [a] = seed.contacts(1)` does not include undefined. */
export type Exactly<Item, Count extends number, Made extends Item[] = []> = number extends Count
  ? Item[]
  : Made['length'] extends Count
    ? Made
    : Made['length'] extends 16
      ? Item[]
      : Exactly<Item, Count, [...Made, Item]>;

/** Creates records of one resource, as `POST` on its path does. */
export type SeedRecords<Body, Made> = <Count extends number>(
  count: Count,
  fields?: Given<Body>,
) => Exactly<Made, Count>;

/** How `seed` creates the records of a resource. */
export interface SeedRule {
  body: z.ZodType;
  create(store: Store, body: never): object;
  show(store: Store, record: never): object;
  /** Returns the body of the record with this number, before the test's own fields. */
  defaults(number: number): object;
}

interface Records<Body, Rec> {
  create(store: Store, body: Body): Rec;
  show(store: Store, record: Rec): object;
}

/** Returns a seed that creates records from `body` like `POST`. */
export function seedsOf<Body extends z.ZodType, Rec extends object>(
  body: Body,
  { create, show }: Records<z.output<Body>, Rec>,
  defaults: SeedRule['defaults'],
): SeedRule {
  return { body, create, show, defaults };
}
