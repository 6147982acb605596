import type { IdKind, Page, TenantLimitName } from '@parley/contract';
import {
  checkMost,
  conflict,
  differences,
  type Filters,
  fits,
  notFound,
  type RecordEventType,
  type RecordRules,
  readSort,
  type Stored,
  shownOf,
} from '@parley/domain';
import { recordChange } from './events.ts';
import { Memory } from './memory.ts';
import { paginate, type SortKey } from './pages.ts';
import { checkUser, findRecord } from './records.ts';
import type { Store } from './store.ts';
import { keepTags } from './tag-names.ts';
import { requireRoom, takeRoom } from './tenant-limits.ts';
import { type DeletedRule, holderOf, holdValues, isLive, type KeyOf } from './unique-values.ts';

// Creates, changes and deletes records of one kind in memory, by the same rules of packages/domain as the server. A
// resource implements the rest itself.

export interface ListQuery {
  cursor?: string | undefined;
  limit: number;
  sort: string;
}

interface Options<Rec, Answer> {
  /** Returns the record as the API returns it. */
  complete?(store: Store, record: Rec): Answer;
  /** Filters of kind `custom`, by their names. */
  filters?(store: Store): Partial<Record<string, (record: Rec, value: never) => boolean>>;
  /** The limit of the tenant that counts the records. */
  readonly limit?: TenantLimitName;
  /** Makes the other changes that follow from a change of a record. Called before the events are recorded. */
  saved?(store: Store, record: Rec, previous: Partial<Rec>): void;
  /** Returns the channel of the record to which a record without a channel belongs. */
  channelOf?(store: Store, answer: Answer): string | null;
  /** Removes the data that depends on a record. Called before the record is removed. */
  removing?(store: Store, record: Rec): void;
}

export function fakeRecords<
  Rec extends Stored,
  Create extends object,
  Update extends object,
  Query extends object,
  Answer extends object = Rec,
>(rules: RecordRules<Rec, Create, Update, Query>, options: Options<NoInfer<Rec>, Answer> = {}) {
  // Each state of a record is copied: later changes do not affect earlier responses.
  const copies = new Memory<Rec, Answer>();
  const copyOf = (record: Rec) => copies.recall(record, [record], () => ({ ...record }) as never);
  const { complete = (_store: Store, record: Rec) => copyOf(record) } = options;
  const { saved, removing, channelOf } = options;
  const uniqueFields = Object.keys(rules.unique) as (keyof Rec & string)[];
  const recordsOf = (store: Store) => store.records<Rec>(rules.kind);

  /** Returns the record. Throws SVC-NOT-FOUND when there is none. */
  function get(store: Store, id: string): Rec {
    const record = findRecord<Rec>(store, rules.kind, id);
    if (!isLive(rules, record)) throw notFound(rules.kind, id);
    return record;
  }

  function list(store: Store, query: Query & ListQuery, all = recordsOf(store)): Page<Answer> {
    return listRecords(store, rules, query, { ...options, complete, all });
  }

  /** Creates a record. The records of a batch record the events of the limit together, after those of the records. */
  function create(store: Store, body: Create, { isInBatch = false } = {}): Rec {
    checkReferences(store, body);
    const { limit: name } = options;
    if (name) requireRoom(store, { name });
    requireFewer(store, body);
    return add(store, initial(store, body), isInBatch ? undefined : name);
  }

  /** Throws SVC-LIMIT-REACHED when the rules allow no further record. */
  function requireFewer(store: Store, body: Create): void {
    const { most } = rules;
    if (!most) return;
    const groupOf = (fields: object) => fields[most.of as keyof typeof fields];
    const counts = (other: Rec) => isLive(rules, other) && groupOf(other) === groupOf(body);
    checkMost(most, [...recordsOf(store).values()].filter(counts).length);
  }

  function initial(store: Store, body: Create): Rec {
    return rules.initial(body, { id: store.newId(rules.kind), at: store.now() });
  }

  /**
   * Stores a new record and records its event, and those of the limit that counts it. Throws SVC-CONFLICT when another
   * record has the same unique value.
   */
  function add(store: Store, record: Rec, limit?: TenantLimitName): Rec {
    requireFree(store, record);
    if (limit) takeRoom(store, { name: limit });
    recordsOf(store).set(record.id, record);
    holdValues(store, rules, record);
    keepTags(store, record);
    note(store, rules.createdEvent, record);
    return record;
  }

  function update(store: Store, id: string, body: Update): Rec {
    const record = get(store, id);
    checkReferences(store, body);
    const at = store.now();
    return save(store, record, rules.changed(record, body, at), at);
  }

  /**
   * Changes a record to the result of `wanted`. Returns it as the API does. Throws SVC-NOT-FOUND when there is no record.
   */
  function change(store: Store, id: string, wanted: (before: Rec, at: string) => Rec): Answer {
    const record = get(store, id);
    const at = store.now();
    return complete(store, save(store, record, wanted(record, at), at));
  }

  /** Writes the changed fields into the record and records the events. Does nothing when no field differs. */
  function save(store: Store, record: Rec, wanted: Partial<Rec>, at = store.now()): Rec {
    const differing = differences(record, wanted);
    if (!differing) return record;
    requireFree(store, { ...record, ...wanted });
    const previous = shownOf(rules, differing);
    Object.assign(record, wanted, previous && { updatedAt: at });
    holdValues(store, rules, record);
    keepTags(store, record);
    saved?.(store, record, differing);
    for (const { type, previous: changed } of previous
      ? rules.changeEvents(previous, record)
      : []) {
      note(store, type, record, { previous: changed });
    }
    return record;
  }

  function remove(store: Store, id: string): void {
    const record = get(store, id);
    removing?.(store, record);
    recordsOf(store).delete(id);
    note(store, rules.deletedEvent, record, { at: store.now() });
  }

  /** Throws SVC-CONFLICT when another record has the same value in a unique field. */
  function requireFree(store: Store, record: Rec): void {
    for (const field of uniqueFields) {
      const holder = holderOf(store, rules, field, record);
      if (holder) throw conflict(rules.kind, { field, existingId: holder.id });
    }
  }

  /** Checks the references of a body. Stored ones stay valid: no user of a mock becomes inactive. */
  function checkReferences(store: Store, body: object): void {
    for (const [field, kind] of Object.entries<IdKind | undefined>(rules.references)) {
      const id = body[field as keyof typeof body] as unknown;
      if (typeof id !== 'string' || !kind) continue;
      if (kind === 'user') checkUser(store, id, field);
      else findRecord(store, kind, id);
    }
  }

  function note(
    store: Store,
    type: RecordEventType | undefined,
    record: Rec,
    {
      previous = null,
      at = record.updatedAt,
    }: { previous?: Partial<Rec> | null; at?: string } = {},
  ): void {
    if (!type) return;
    const object = { ...complete(store, record), id: record.id };
    recordChange(store, type, object, previous, { at, channelId: channelOf?.(store, object) });
  }

  return {
    kind: rules.kind,
    all: recordsOf,
    get,
    list,
    create,
    initial,
    requireFree,
    holderOf: (store: Store, field: keyof Rec & string, record: Rec) =>
      holderOf(store, rules, field, record),
    add,
    update,
    change,
    save,
    remove,
    show: complete,
  };
}

/**
 * Returns one page of the records that pass the filters and ranges of a query. By default, the API returns the stored
 * records.
 */
export function listRecords<
  Rec extends { readonly id: string },
  Query extends ListQuery,
  Answer = Rec,
>(
  store: Store,
  rules: ListRules<Rec, Query> & DeletedRule<Rec>,
  query: Query,
  {
    complete = (_store, record) => record as never,
    filters: customs,
    all = store.records<Rec>(rules.kind),
  }: Pick<Options<Rec, Answer>, 'complete' | 'filters'> & { all?: ReadonlyMap<string, Rec> } = {},
): Page<Answer> {
  const { kind, filters, sortKeys } = rules;
  const { field } = readSort(query.sort);
  const sortKey = sortKeys?.[field as keyof Rec];
  const passes = fits(filters as Filters<Rec, Query>, query, customs?.(store));
  const found = [...all.values()].filter((record) => isLive(rules, record) && passes(record));
  const page = paginate(found, {
    list: kind,
    tenantId: store.tenant.id,
    query,
    key: (record) => (sortKey ? sortKey(record) : (record[field as keyof Rec] as SortKey)),
    id: ({ id }) => id,
  });
  return { ...page, data: page.data.map((record) => complete(store, record)) };
}

interface ListRules<Rec, Query> {
  readonly kind: IdKind;
  readonly filters: Filters<Rec, Query>;
  readonly sortKeys?: { readonly [Field in keyof Rec]?: KeyOf<Rec> };
}

interface OfOne {
  params: { id: string };
}

interface Fake<Rec, Answer, Create, Update, Query> {
  get(store: Store, id: string): Rec;
  list(store: Store, query: Query): Page<Answer>;
  create(store: Store, body: Create): Rec;
  update(store: Store, id: string, body: Update): Rec;
  remove(store: Store, id: string): void;
  show(store: Store, record: Rec): Answer;
}

/**
 * Returns the handlers of `GET` and `POST /xs` and of `GET`, `PATCH` and `DELETE /xs/{id}`, as `crud` does on the
 * server.
 */
export function fakeCrud<Rec, Answer, Create, Update, Query>(
  fake: Fake<Rec, Answer, Create, Update, Query>,
) {
  return {
    list: ({ query }: { query: Query }, store: Store) => fake.list(store, query),
    create: ({ body }: { body: Create }, store: Store) =>
      fake.show(store, fake.create(store, body)),
    get: ({ params }: OfOne, store: Store) => fake.show(store, fake.get(store, params.id)),
    update: ({ params, body }: OfOne & { body: Update }, store: Store) =>
      fake.show(store, fake.update(store, params.id, body)),
    delete: ({ params }: OfOne, store: Store) => {
      fake.remove(store, params.id);
    },
  };
}
