import { idPrefixes, type Page, type PageQuery } from '@parley/contract/schemas';
import {
  conflict,
  differences,
  notFound,
  type RecordEventType,
  type RecordRules,
  type Stored,
  type Taken,
} from '@parley/domain';
import { isUniqueViolation } from '../db/failures.ts';
import type { Made } from '../db/record-memo.ts';
import type { Table } from '../db/table.ts';
import { recordEvent } from '../events/service.ts';
import { inSavepoint, inTransaction, type TenantContext } from '../tenancy/context.ts';
import { defineList } from './list.ts';
import type { ListFilters } from './page-sql.ts';

// Reading and writing one kind of record by its rules (packages/domain) and its table. A noun calls these
// from its service, and writes by hand what is more than this.

type ListQuery = PageQuery & { sort: string };

interface Options<Rec, Answer, Create, Update, Query> {
  /** For each reference of the rules: throws SVC-NOT-FOUND unless the record may be named. */
  readonly references?: {
    readonly [Field in keyof (Create & Update)]?: Check;
  };
  /** The record as the API shows it, and until when. Default: the record. */
  make?(record: Rec, nowMs: number): Made<Answer>;
  /** Instead of `make`, where other tables know more of the records. */
  complete?(ctx: TenantContext, records: readonly Rec[]): Promise<Answer[]>;
  readonly filters?: ListFilters<Query>;
  /** The unique field that another record has; by default looked up in the column of each field. */
  findTaken?(ctx: TenantContext, record: Rec): Promise<Taken | undefined>;
  /** Writes what else a change means, in its transaction, before the events are recorded. */
  saved?(ctx: TenantContext, after: Rec, before: Rec): Promise<void>;
}

interface StoredRow {
  id: string;
}

export function defineRecords<
  Rec extends Stored,
  Answer extends object,
  Create extends object,
  Update extends object,
  Query extends ListQuery,
  Row extends StoredRow,
>(
  table: Table<Rec, Row>,
  rules: RecordRules<Rec, Create, Update, Query>,
  options: Options<Rec, Answer, Create, Update, Query>,
) {
  const { make = asItIs, complete, filters = {}, saved } = options;
  const readList = defineList<Rec, object, Query, Row>(table, rules, {
    filters,
    make: complete ? asItIs : make,
  });
  const byId = (id: string) => ({ id }) as Partial<Row>;

  async function find(ctx: TenantContext, id: string): Promise<Rec | undefined> {
    const row = await ctx.db.select(table).where(byId(id)).first();
    return row && table.toRecord(row);
  }

  /** For a change: nobody else changes the record until the end of the transaction. */
  async function lock(ctx: TenantContext, id: string): Promise<Rec | undefined> {
    const row = await ctx.db.select(table).where(byId(id)).forUpdate().first();
    return row && table.toRecord(row);
  }

  async function show(ctx: TenantContext, record: Rec): Promise<Answer> {
    if (!complete) return make(record, ctx.now().getTime()).record;
    const [answer] = await complete(ctx, [record]);
    // `complete` answers every record that it is given.
    return answer as Answer;
  }

  async function list(ctx: TenantContext, query: Query): Promise<Page<Answer>> {
    const page = await readList(ctx, query);
    // Of answers, or of the records that `complete` makes answers of.
    if (!complete) return page as Page<Answer>;
    return { ...page, data: await complete(ctx, page.data as Rec[]) };
  }

  async function get(ctx: TenantContext, id: string): Promise<Answer> {
    return await show(ctx, found(await find(ctx, id), id));
  }

  async function create(ctx: TenantContext, body: Create): Promise<Answer> {
    return await inTransaction(ctx, async (ctx) => {
      await checkReferences(ctx, body);
      return await add(ctx, rules.initial(body, madeNow(ctx)));
    });
  }

  /** Writes a new record and its event. Throws SVC-CONFLICT when a unique value is taken. */
  async function add(ctx: TenantContext, record: Rec): Promise<Answer> {
    if (!(await ctx.db.insertIfAbsent(table, table.toRow(record)))) {
      throw await conflictOf(ctx, record);
    }
    return await announce(ctx, record);
  }

  /** Records the event of a record that was written otherwise. */
  async function announce(ctx: TenantContext, record: Rec): Promise<Answer> {
    const object = await show(ctx, record);
    note(ctx, rules.createdEvent, record, { object });
    return object;
  }

  async function update(ctx: TenantContext, id: string, body: Update): Promise<Answer> {
    return await inTransaction(ctx, async (ctx) => {
      const before = found(await lock(ctx, id), id);
      await checkReferences(ctx, body, before);
      return await save(ctx, before, rules.changed(before, body, ctx.now().toISOString()));
    });
  }

  /** Changes a record as `wanted` says, under its lock. Throws SVC-NOT-FOUND. */
  async function change(
    ctx: TenantContext,
    id: string,
    wanted: (before: Rec, at: string) => Rec,
  ): Promise<Answer> {
    return await inTransaction(ctx, async (ctx) => {
      const before = found(await lock(ctx, id), id);
      return await save(ctx, before, wanted(before, ctx.now().toISOString()));
    });
  }

  /** Writes a changed record and its events; writes nothing when no field differs. In the transaction that holds its lock. */
  async function save(ctx: TenantContext, before: Rec, wanted: Rec): Promise<Answer> {
    const previous = differences(before, wanted);
    if (!previous) return await show(ctx, before);
    const after = { ...wanted, updatedAt: ctx.now().toISOString() };
    await write(ctx, before, after);
    await saved?.(ctx, after, before);
    const object = await show(ctx, after);
    for (const { type, previous: told } of rules.changeEvents(previous, after)) {
      note(ctx, type, after, { object, previous: told });
    }
    return object;
  }

  async function remove(ctx: TenantContext, id: string): Promise<void> {
    await inTransaction(ctx, async (ctx) => {
      const record = found(await lock(ctx, id), id);
      const object = await show(ctx, record);
      await ctx.db.remove(table, byId(id));
      note(ctx, rules.deletedEvent, record, { object });
    });
  }

  async function write(ctx: TenantContext, before: Rec, after: Rec): Promise<void> {
    const patch = () => ctx.db.update(table, byId(after.id), table.toPatch(before, after));
    const keys = Object.values<KeyOf<Rec> | undefined>(rules.unique);
    if (keys.every((key) => key?.(before) === key?.(after))) {
      await patch();
      return;
    }
    const taken = await findTaken(ctx, after);
    if (taken) throw conflict(rules.kind, taken);
    try {
      await inSavepoint(ctx, patch);
    } catch (error) {
      // Another record took the value since it was looked for.
      throw isUniqueViolation(error) ? await conflictOf(ctx, after) : error;
    }
  }

  async function findTaken(ctx: TenantContext, record: Rec): Promise<Taken | undefined> {
    if (options.findTaken) return await options.findTaken(ctx, record);
    for (const [field, key] of Object.entries(rules.unique as Record<string, KeyOf<Rec>>)) {
      const value = key(record);
      if (value === null) continue;
      const column = table.filterColumn(field);
      const rows = ctx.db.select(table).where({ [column]: value } as Partial<Row>);
      const other = await rows.where('id', '<>', record.id).first();
      if (other) return { field, existingId: other.id };
    }
    return undefined;
  }

  async function conflictOf(ctx: TenantContext, record: Rec) {
    const [field = 'id'] = Object.keys(rules.unique);
    return conflict(rules.kind, (await findTaken(ctx, record)) ?? { field, existingId: null });
  }

  /** A reference that stays as it is need not be one that could be made now. */
  async function checkReferences(ctx: TenantContext, body: object, before?: Rec): Promise<void> {
    for (const [field, check] of Object.entries<Check | undefined>(options.references ?? {})) {
      const id = body[field as keyof typeof body] as unknown;
      if (typeof id !== 'string' || id === before?.[field as keyof Rec]) continue;
      await check?.(ctx, id, field);
    }
  }

  function found(record: Rec | undefined, id: string): Rec {
    if (!record) throw notFound(rules.kind, id);
    return record;
  }

  function note(
    ctx: TenantContext,
    type: RecordEventType | undefined,
    { id }: Rec,
    what: { object: Answer; previous?: Partial<Rec> },
  ): void {
    if (type) recordEvent(ctx, type, { subject: { type: rules.subject, id }, ...what });
  }

  function madeNow(ctx: TenantContext) {
    return { id: ctx.newId(idPrefixes[rules.kind]), at: ctx.now().toISOString() };
  }

  return {
    kind: rules.kind,
    find,
    lock,
    get,
    list,
    create,
    add,
    announce,
    update,
    change,
    save,
    remove,
    show,
  };
}

/** Where the answer is the record. */
function asItIs(record: object): Made<never> {
  return { record: record as never };
}

type KeyOf<Rec> = (record: Rec) => string | null;
type Check = (ctx: TenantContext, id: string, field: string) => Promise<unknown>;
