import type { Contract } from '@parley/contract';
import type * as z from 'zod';
import type { Query } from '../http.ts';
import type { Scene } from '../scene.ts';

/** The nouns whose records are listed, created, read and changed. */
export type CrudNoun = {
  [Noun in keyof Contract]: Contract[Noun] extends Record<
    'list' | 'create' | 'get' | 'update',
    object
  >
    ? Noun
    : never;
}[keyof Contract];

type BodyOf<Noun extends CrudNoun, Endpoint extends string> = Contract[Noun] extends {
  [Key in Endpoint]: { body: infer Schema extends z.ZodType };
}
  ? z.input<Schema> & object
  : never;

export type CreateBody<Noun extends CrudNoun> = Partial<BodyOf<Noun, 'create'>>;
export type UpdateBody<Noun extends CrudNoun> = BodyOf<Noun, 'update'>;

/** The facts about a resource that describeCrud needs. */
export interface CrudCase<Noun extends CrudNoun> {
  /** The fields without which nothing is created; different ones on every call where they must be unique. */
  minimal(): CreateBody<Noun>;
  /** How the record shows the fields that a minimal body does not give; some may follow from the record itself. */
  defaults: object | ((record: AnyRecord) => object);
  /** Every field that a body may give. */
  full(scene: Scene): CreateBody<Noun> | Promise<CreateBody<Noun>>;
  /** Fields of the full body that the record shows in another way. */
  shown?: object;
  /** Fields that a change takes in another form than the record shows them. */
  writeOnly?: readonly string[];
  /** The query that lists the full record, where lists do not show it unasked. */
  listed?: Query;
  /** Text fields that come back character by character. */
  texts: readonly string[];
  /** An update of one field, to a value that no minimal body has. */
  change: UpdateBody<Noun>;
  /** Fields that are unique in the tenant: a value, and the same value in another spelling. */
  unique?: Readonly<Record<string, readonly [value: string, again: string]>>;
  filters(scene: Scene): FilterCase<Noun> | Promise<FilterCase<Noun>>;
  /** Whether a deleted record is archived: then the plain rules of deletion do not apply. */
  archives?: boolean;
  /** Whether a deletion also removes the earlier events of the record. */
  erases?: boolean;
  /** Whether a tenant has so few records that no list of the changed ones is needed. */
  unsynced?: boolean;
  /** How events name the noun: `contact` of `contact.created`. Absent where its events are not plain. */
  events?: string;
}

export interface FilterCase<Noun extends CrudNoun> {
  /** Bodies of records by names of the test's own; or how to make a record, which answers its id. */
  readonly records: Readonly<Record<string, CreateBody<Noun> | (() => Promise<string>)>>;
  /** Queries with one filter each, and the names of the records that it finds. */
  readonly cases: readonly (readonly [query: Query, found: string])[];
  /** Parameters beside which the filters find the same: a search that finds all of the records. */
  readonly beside?: readonly Query[];
}

export interface AnyRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly [field: string]: unknown;
}
