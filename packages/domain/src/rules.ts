import {
  type CustomFieldValues,
  type CustomFieldValuesInput,
  type EventType,
  type IdKind,
  type Metadata,
  type MetadataPatch,
  mergeMetadata,
  type quietEventTypes,
  type ReachedLimit,
} from '@parley/contract/schemas';
import { mergeCustomValues } from './custom-values.ts';
import { withFields } from './fields.ts';
import type { Filters } from './filters.ts';
import { checkLimit } from './refusals.ts';

// The rules of one kind of record. The server applies them inside its transactions, and the mocks apply them to their
// records in memory. Neither adds rules of its own for a record that is described here.

/** The fields of every record. */
export interface Stored {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The values that the server or the mock generates for a new record. */
export interface Made {
  readonly id: string;
  /** The time of creation, in the form that records show. */
  readonly at: string;
}

/** The types of events about records, except quiet types and test events. */
export type RecordEventType = Exclude<EventType, (typeof quietEventTypes)[number] | 'webhook.test'>;

/** One event that a change records, with the old values that the event shows. */
export interface ChangeEvent<Rec> {
  readonly type: RecordEventType;
  readonly previous: Partial<Rec>;
}

export interface RecordRules<Rec extends Stored, Create, Update, Query> {
  readonly kind: IdKind;
  initial(body: Create, made: Made): Rec;
  /**
   * Returns the record after a change, with its old `updatedAt`. Throws the error of the rule that forbids the change,
   * if any.
   */
  changed(before: Rec, body: Update, at: string): Rec;
  /** The fields that are unique in the tenant, with the key by which they are compared. A null key never conflicts. */
  readonly unique: { readonly [Field in keyof Rec]?: (record: Rec) => string | null };
  /** The fields of a body that name another record, which must exist, with the kind of that record. */
  readonly references: { readonly [Field in keyof (Create & Update)]?: IdKind };
  /** The maximum number of records that `create` allows a tenant; undefined = no maximum. */
  readonly most: Most<RequiredKey<Create>> | undefined;
  /** The fields that no response shows. A change of only these fields records no event and keeps `updatedAt`. */
  readonly hidden: readonly (keyof Rec)[];
  /**
   * The time field that marks a record as deleted while other records refer to it. The API does not find such a record,
   * and its unique values can be used again.
   */
  readonly deletedField: keyof Rec | undefined;
  readonly createdEvent: RecordEventType | undefined;
  readonly deletedEvent: RecordEventType | undefined;
  /** Returns the events of a change, in order. `previous` has the old values of the shown fields that differ. */
  changeEvents(previous: Partial<Rec>, after: Rec): readonly ChangeEvent<Rec>[];
  readonly filters: Filters<Rec, Query>;
  /** The sort keys of fields that are not sorted by their own value. Null is last in both directions. */
  readonly sortKeys: { readonly [Field in keyof Rec]?: (record: Rec) => string | null };
}

type RequiredKey<Body> = {
  [Field in keyof Body & string]-?: undefined extends Body[Field] ? never : Field;
}[keyof Body & string];

/** The maximum number of records: all of a tenant, or with `of` those with the same value of this field. */
export interface Most<Field extends string = string> {
  /** The name of the limit in the error. */
  readonly limit: ReachedLimit;
  readonly max: number;
  readonly of?: Field;
}

/** Throws SVC-LIMIT-REACHED when `count` records exist and a further one would be too many. */
export function checkMost({ limit, max }: Most, count: number): void {
  checkLimit(limit, { count, max });
}

type Given<Rec extends Stored, Create, Update, Query> = Pick<
  RecordRules<Rec, Create, Update, Query>,
  'kind' | 'initial' | 'filters'
> &
  Partial<Omit<RecordRules<Rec, Create, Update, Query>, 'createdEvent' | 'deletedEvent'>> & {
    /** The events. A name such as `note` stands for `note.created`, `note.updated` and `note.deleted`. */
    readonly events?: UsualEvents | { readonly [Step in Steps]?: RecordEventType };
  };

type Steps = 'created' | 'updated' | 'deleted';
/** The names of records that have an event for each step. */
type UsualEvents = EventsNamed<'created'> & EventsNamed<'updated'> & EventsNamed<'deleted'>;
type EventsNamed<Step extends Steps, Type = RecordEventType> = Type extends `${infer Name}.${Step}`
  ? Name
  : never;

/**
 * Completes the rules of a kind of record: a change merges the given fields and metadata, and emits
 * `events.updated`.
 *
 *     export const contactRules = defineRules<StoredContact, CreateContactBody, …>({ kind: 'contact', … });
 */
export function defineRules<Rec extends Stored, Create, Update extends object, Query>({
  events = {},
  ...given
}: Given<Rec, Create, Update, Query>): RecordRules<Rec, Create, Update, Query> {
  const { created, updated, deleted } = typeof events === 'string' ? eventsNamed(events) : events;
  return {
    changed: patched,
    unique: {},
    references: {},
    most: undefined,
    hidden: [],
    deletedField: undefined,
    sortKeys: {},
    changeEvents: (previous) => (updated ? [{ type: updated, previous }] : []),
    ...given,
    createdEvent: created,
    deletedEvent: deleted,
  };
}

function eventsNamed<Name extends UsualEvents>(name: Name) {
  return {
    created: `${name}.created`,
    updated: `${name}.updated`,
    deleted: `${name}.deleted`,
  } as const;
}

/**
 * Like `defineRules`, for a resource whose rules take the bodies and the query of its routes:
 *
 *     export const segmentRules = crudRules<typeof segmentsRoutes>({ kind: 'segment', … });
 */
export function crudRules<Routes extends CrudRoutes, Rec extends Stored = RecordOf<Routes>>(
  given: Given<
    Rec,
    Output<Routes['create']['body']>,
    Change<Routes>,
    Output<Routes['list']['query']>
  >,
) {
  return defineRules(given);
}

interface CrudRoutes {
  readonly list: { readonly query: Schema };
  readonly create: { readonly body: Schema };
  readonly get: { readonly responses: { readonly 200: Schema } };
  readonly update: { readonly body: Schema };
}
type RecordOf<Routes extends CrudRoutes> = Output<Routes['get']['responses'][200]> & Stored;
type Change<Routes extends CrudRoutes> = Output<Routes['update']['body']> & object;

/** A schema of the contract, by the property from which zod infers its type. */
interface Schema {
  readonly _zod: { readonly output: unknown };
}
type Output<Of extends Schema> = Of['_zod']['output'];

interface Merged {
  metadata?: MetadataPatch;
  customFields?: CustomFieldValuesInput;
}

/** Returns the record with the fields that a body gives. Metadata and values of custom fields are merged by key. */
export function patched<Rec extends object>(before: Rec, body: object): Rec {
  const { metadata, customFields, ...fields } = body as Merged;
  const known = before as { metadata?: Metadata; customFields?: CustomFieldValues };
  return withFields(before, {
    ...fields,
    ...(metadata && { metadata: mergeMetadata(known.metadata ?? {}, metadata) }),
    ...(customFields && {
      customFields: mergeCustomValues(known.customFields ?? {}, customFields),
    }),
  });
}

/** Returns the differences that the API shows, without hidden fields; undefined when there are none. */
export function shownOf<Rec extends object>(
  { hidden }: { readonly hidden: readonly (keyof Rec)[] },
  differences: Partial<Rec>,
): Partial<Rec> | undefined {
  if (hidden.length === 0) return differences;
  const shown = { ...differences };
  for (const field of hidden) delete shown[field];
  return Object.keys(shown).length > 0 ? shown : undefined;
}

/** Returns the event `type` for the old values that no other event of the change has; none when no value is left. */
export function remaining<Rec>(type: RecordEventType, previous: Partial<Rec>): ChangeEvent<Rec>[] {
  return Object.keys(previous).length > 0 ? [{ type, previous }] : [];
}
