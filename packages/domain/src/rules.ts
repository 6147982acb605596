import {
  type CustomFieldValues,
  type CustomFieldValuesInput,
  type EventType,
  type IdKind,
  type Metadata,
  type MetadataPatch,
  mergeMetadata,
  type quietEventTypes,
} from '@parley/contract/schemas';
import { mergeCustomValues } from './custom-values.ts';
import { givenFields } from './fields.ts';
import type { Filters } from './filters.ts';

// The rules of one kind of record. The server applies them inside its transactions, the mocks to their records in
// memory. Neither has its own rules for a record described here.

/** The fields of every record. */
export interface Stored {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The values that the process gives a new record. */
export interface Made {
  readonly id: string;
  /** The time, as records show it. */
  readonly at: string;
}

/** The events of records, without quiet and test events. */
export type RecordEventType = Exclude<EventType, (typeof quietEventTypes)[number] | 'webhook.test'>;

/** One event that a change emits, with the old values that it shows. */
export interface ChangeEvent<Rec> {
  readonly type: RecordEventType;
  readonly previous: Partial<Rec>;
}

export interface RecordRules<Rec extends Stored, Create, Update, Query> {
  readonly kind: IdKind;
  /** The kind of record as events name it in `subject.type`. */
  readonly subject: string;
  initial(body: Create, made: Made): Rec;
  /** The record that a change asks for, with `updatedAt` as it was. Throws when a rule forbids the change. */
  changed(before: Rec, body: Update, at: string): Rec;
  /** Unique fields of the tenant, with the key for the comparison; null is never a conflict. */
  readonly unique: { readonly [Field in keyof Rec]?: (record: Rec) => string | null };
  /** Fields of a body that name another record, which must exist. */
  readonly references: { readonly [Field in keyof (Create & Update)]?: IdKind };
  /**
   * Fields that no response shows: a change of only these is written without an event and without a new `updatedAt`.
   */
  readonly hidden: readonly (keyof Rec)[];
  /** A time set on deleted records that others still refer to: they are not found, and their unique values are free. */
  readonly deletedField: keyof Rec | undefined;
  readonly createdEvent: RecordEventType | undefined;
  readonly deletedEvent: RecordEventType | undefined;
  /** The events of a change, in their order. `previous` has the old values of the shown fields that differ. */
  changeEvents(previous: Partial<Rec>, after: Rec): readonly ChangeEvent<Rec>[];
  readonly filters: Filters<Rec, Query>;
  /** Sort keys that are not the field itself; null sorts last in both directions. */
  readonly sortKeys: { readonly [Field in keyof Rec]?: (record: Rec) => string | null };
}

type Given<Rec extends Stored, Create, Update, Query> = Pick<
  RecordRules<Rec, Create, Update, Query>,
  'kind' | 'initial' | 'filters'
> &
  Partial<Omit<RecordRules<Rec, Create, Update, Query>, 'createdEvent' | 'deletedEvent'>> & {
    readonly events?: {
      readonly created?: RecordEventType;
      readonly updated?: RecordEventType;
      readonly deleted?: RecordEventType;
    };
  };

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
  return {
    subject: given.kind.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    changed: patched,
    unique: {},
    references: {},
    hidden: [],
    deletedField: undefined,
    sortKeys: {},
    changeEvents: (previous) => (events.updated ? [{ type: events.updated, previous }] : []),
    ...given,
    createdEvent: events.created,
    deletedEvent: events.deleted,
  };
}

interface Merged {
  metadata?: MetadataPatch;
  customFields?: CustomFieldValuesInput;
}

/** The record with the fields that a body gives; metadata and values of custom fields are merged by key. */
export function patched<Rec extends object>(before: Rec, body: object): Rec {
  const { metadata, customFields, ...fields } = body as Merged;
  const known = before as { metadata?: Metadata; customFields?: CustomFieldValues };
  return {
    ...before,
    ...givenFields(fields),
    ...(metadata && { metadata: mergeMetadata(known.metadata ?? {}, metadata) }),
    ...(customFields && {
      customFields: mergeCustomValues(known.customFields ?? {}, customFields),
    }),
  };
}

/** The visible differences of a change, without hidden fields; undefined when there are none. */
export function shownOf<Rec extends object>(
  { hidden }: { readonly hidden: readonly (keyof Rec)[] },
  differences: Partial<Rec>,
): Partial<Rec> | undefined {
  if (hidden.length === 0) return differences;
  const shown = { ...differences };
  for (const field of hidden) delete shown[field];
  return Object.keys(shown).length > 0 ? shown : undefined;
}

/** The last events of a change: `type` with all old values, unless none is left. */
export function remaining<Rec>(type: RecordEventType, previous: Partial<Rec>): ChangeEvent<Rec>[] {
  return Object.keys(previous).length > 0 ? [{ type, previous }] : [];
}
