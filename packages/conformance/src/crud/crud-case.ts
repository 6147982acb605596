import type { Contract } from '@parley/contract';
import type * as z from 'zod';
import type { Query } from '../http.ts';
import type { Scene } from '../scene.ts';

/** The resources whose records can be listed, created, read and updated. */
export type CrudNoun = {
  [Noun in keyof Contract]: Contract[Noun] extends Record<'get' | 'update', object>
    ? [EndpointOf<Noun, 'list'>, EndpointOf<Noun, 'create'>] extends [infer List, infer Create]
      ? [List] extends [never]
        ? never
        : [Create] extends [never]
          ? never
          : Noun
      : never
    : never;
}[keyof Contract];

/** The endpoint of a verb: `create`, or for records that belong to another record `createOnContact`. */
type EndpointOf<Noun extends keyof Contract, Verb extends string> = Extract<
  keyof Contract[Noun],
  Verb | `${Verb}O${string}`
>;

type BodyOf<Noun extends CrudNoun, Verb extends string> = Contract[Noun][EndpointOf<
  Noun,
  Verb
>] extends { body: infer Schema extends z.ZodType }
  ? z.input<Schema> & object
  : never;

export type CreateBody<Noun extends CrudNoun> = Partial<BodyOf<Noun, 'create'>>;
export type UpdateBody<Noun extends CrudNoun> = BodyOf<Noun, 'update'>;

/** The facts about a resource that `describeCrud` needs. */
export interface CrudCase<Noun extends CrudNoun> {
  /** Creates the record that the records belong to, for a resource with such endpoints as `createOnContact`. */
  owner?: (scene: Scene) => Promise<{ readonly id: string }>;
  /** Returns a body with only the required fields. Fields that must be unique differ on every call. */
  minimal(): CreateBody<Noun>;
  /** The fields that the record has when the body is minimal. Pass a function if they depend on the record. */
  defaults: object | ((record: AnyRecord) => object);
  /** Returns a body with every field. */
  full(scene: Scene): CreateBody<Noun> | Promise<CreateBody<Noun>>;
  /** Fields of the full body that the record shows in another form. */
  shown?: object;
  /** Fields that an update writes in another form than the record shows. */
  writeOnly?: readonly string[];
  /** The query that lists the full record, if plain lists leave it out. */
  listed?: Query;
  /** Text fields that the record shows character by character as they were sent. */
  texts: readonly string[];
  /** An update of one field, to a value that no minimal body has. */
  change: UpdateBody<Noun>;
  /** Fields that are unique in the tenant: for each, a value, and the same value in another spelling. */
  unique?: Readonly<Record<string, readonly [value: string, again: string]>>;
  filters(scene: Scene): FilterCase<Noun> | Promise<FilterCase<Noun>>;
  /** Whether deleting a record only archives it. The general tests of deletion then do not apply. */
  archives?: boolean;
  /** Whether deleting a record also removes its earlier events. */
  erases?: boolean;
  /** `false` for records without metadata. */
  metadata?: false;
  /** How event types name the resource: `contact` in `contact.created`. Absent if its events are not the usual ones. */
  events?: string;
}

export interface FilterCase<Noun extends CrudNoun> {
  /**
   * The records to create, by names that the test chooses: the body of each, or a function that creates it and returns
   * its ID.
   */
  readonly records: Readonly<Record<string, CreateBody<Noun> | (() => Promise<string>)>>;
  /** Queries with one filter each, and the names of the records that each query finds. */
  readonly cases: readonly (readonly [query: Query, found: string])[];
  /** Parameters that must not change what the filters find, such as a search that finds all of the records. */
  readonly beside?: readonly Query[];
}

export interface AnyRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly [field: string]: unknown;
}
