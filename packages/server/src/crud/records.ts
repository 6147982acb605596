import {
  idPrefixes,
  type Page,
  type PageQuery,
  type TenantLimitName,
} from '@parley/contract/schemas';
import {
  type EventObject,
  notFound,
  type RecordRules,
  type Stored,
  type Taken,
} from '@parley/domain';
import { inOrder } from '../db/in-order.ts';
import { asItIs, type Made } from '../db/record-memo.ts';
import type { Table } from '../db/table.ts';
import type { TenantQuery } from '../db/tenant-query.ts';
import { recordEvent } from '../events/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { type Completion, completed } from './completion.ts';
import { defineList, type ListOptions } from './list.ts';
import { type Part, removeLongParts, removeParts } from './parts.ts';
import { type Check, referencesOf } from './references.ts';
import { roomOf } from './room.ts';
import { type Change, type Following, savingOf } from './saving.ts';
import { uniqueValuesOf } from './unique-values.ts';

// Reads and writes one kind of record by its rules (packages/domain) and its table. The service of a resource calls
// these functions, and implements only what is special about the resource.

type ListQuery = PageQuery & { sort: string };

interface Options<Rec, Own, Answer, Create, Update, Query, Row>
  extends Pick<ListOptions<Rec, Answer, Query & ListQuery, Row>, 'filters' | 'narrow' | 'sift'>,
    Following<Rec, Answer> {
  /** The check of each reference in the rules. It throws SVC-NOT-FOUND unless the record may be named. */
  readonly references?: {
    readonly [Field in keyof (Create & Update)]?: Check;
  };
  /**
   * Returns the record as the API shows it, and until when the result is valid. By default, the API shows the stored
   * record.
   */
  make?(record: Rec, nowMs: number): Made<Answer>;
  /** Replaces `make` for records that the API shows with data of other tables. */
  readonly complete?: Completion<Rec, Own, Answer>;
  /**
   * Returns the unique field with a value that another record has, and that record's ID. By default, looks in the
   * columns of each unique field.
   */
  findTaken?(ctx: TenantContext, record: Rec): Promise<Taken | undefined>;
  /** Returns the error for a record that does not exist. By default, SVC-NOT-FOUND with its kind and ID. */
  missing?(ctx: TenantContext, id: string): Promise<Error>;
  /** The limit of the tenant that counts the records. */
  readonly limit?: TenantLimitName;
  /** The rows that belong to a record: they are removed with it, in several transactions if there are many. */
  readonly parts?: readonly Part[];
  /** Removes the data that depends on a record, in the transaction that removes the record. */
  removing?(ctx: TenantContext, record: Rec): Promise<void>;
}

export function defineRecords<
  Rec extends Stored,
  Create extends object,
  Update extends object,
  Query extends object,
  Row extends { id: string },
  Answer extends EventObject = Rec,
  Own = never,
>(
  table: Table<Rec, Row>,
  rules: RecordRules<Rec, Create, Update, Query>,
  options: Options<NoInfer<Rec>, Own, Answer, NoInfer<Create>, Update, Query, NoInfer<Row>> = {},
) {
  const { make = asItIs, filters = {}, narrow, sift, parts = [], removing } = options;
  const { missing = async (_ctx: TenantContext, id: string) => notFound(rules.kind, id) } = options;
  const complete = options.complete && completed(options.complete);
  const uniqueValues = uniqueValuesOf<Rec, Row>(table, rules, rows, options.findTaken);
  const { holderOf, requireFree, conflictOf } = uniqueValues;
  const { note, ...saving } = savingOf(table, rules, { uniqueValues, following: options, showAll });
  const { save, replace } = saving;
  const checkReferences = referencesOf<Rec>(table.name, rules, options.references);
  const readList = defineList<Rec, object, Query & ListQuery, Row>(table, rules, {
    filters,
    ...(narrow && { narrow }),
    ...(sift && { sift }),
    make: complete ? asItIs : make,
  });
  const { lockRoom, requireRoom, requireFewer } = roomOf(table, rules.most, rows, options.limit);
  const byId = (id: string) => ({ id }) as Partial<Row>;

  /** Returns a query on the records that are not deleted. */
  function rows(ctx: TenantContext): TenantQuery<Row> {
    const { deletedField } = rules;
    const all = ctx.db.select(table);
    return deletedField === undefined
      ? all
      : all.whereNull(table.filterColumn(String(deletedField)));
  }

  async function find(ctx: TenantContext, id: string): Promise<Rec | undefined> {
    const row = await rows(ctx).where(byId(id)).first();
    return row && table.toRecord(row);
  }

  /** Returns a record, which no other transaction changes until the end of this one; undefined without a record. */
  async function lock(ctx: TenantContext, id: string): Promise<Rec | undefined> {
    const row = await rows(ctx).where(byId(id)).forChange().first();
    return row && table.toRecord(row);
  }

  /** Like `lock`, returns and locks a record, but throws SVC-NOT-FOUND when there is none. */
  async function take(ctx: TenantContext, id: string): Promise<Rec> {
    return await found(ctx, id, await lock(ctx, id));
  }

  async function show(ctx: TenantContext, record: Rec): Promise<Answer> {
    const [answer] = await showAll(ctx, [record]);
    return answer as Answer;
  }

  /** Returns records as the API shows them, in their order. */
  async function showAll(ctx: TenantContext, records: readonly Rec[]): Promise<Answer[]> {
    if (complete) return await complete.showAll(ctx, records);
    const nowMs = ctx.now().getTime();
    return records.map((record) => make(record, nowMs).record);
  }

  async function list(ctx: TenantContext, query: Query & ListQuery): Promise<Page<Answer>> {
    const page = await readList(ctx, query);
    // The page has answers, or with `complete` the records from which it builds them.
    return complete ? await complete.showPage(ctx, page as Page<Rec>) : (page as Page<Answer>);
  }

  async function get(ctx: TenantContext, id: string): Promise<Answer> {
    return await show(ctx, await found(ctx, id, await find(ctx, id)));
  }

  async function create(ctx: TenantContext, body: Create, taken?: OnTaken): Promise<Answer> {
    return await inTransaction(ctx, async (ctx) => {
      await lockRoom(ctx);
      await inOrder([checkReferences(ctx, body), requireRoom(ctx), requireFewer(ctx, body)]);
      return await add(ctx, initial(ctx, body), taken);
    });
  }

  function initial(ctx: TenantContext, body: Create): Rec {
    return rules.initial(body, {
      id: ctx.newId(idPrefixes[rules.kind]),
      at: ctx.now().toISOString(),
    });
  }

  /**
   * Writes a new record and its event. If another record has one of its unique values, the transaction fails with the
   * error of `taken`, or with SVC-CONFLICT.
   */
  async function add(ctx: TenantContext, record: Rec, taken?: OnTaken): Promise<Answer> {
    const refusal = async () => (await taken?.()) ?? (await conflictOf(ctx, record));
    if (uniqueValues.areNone) await ctx.db.insert(table, table.toRow(record));
    else ctx.db.insertNew(table, table.toRow(record), refusal);
    const object = await (complete?.showNew ?? show)(ctx, record);
    await note(ctx, rules.createdEvent, { object });
    return object;
  }

  /** Records the event of a new record that other code has written. Not for kinds with `channelOf`. */
  function announce(ctx: TenantContext, object: Answer): void {
    if (rules.createdEvent) recordEvent(ctx, rules.createdEvent, { object });
  }

  async function update(ctx: TenantContext, id: string, body: Update): Promise<Answer> {
    return (await revise(ctx, id, body)).answer;
  }

  /**
   * Like `update`, changes a record, but also returns the record before and after, for a resource with
   * further effects.
   */
  async function revise(
    ctx: TenantContext,
    id: string,
    body: Update,
  ): Promise<Change<Rec, Answer>> {
    return await inTransaction(ctx, async (ctx) => {
      const before = await take(ctx, id);
      await checkReferences(ctx, body, before);
      const wanted = rules.changed(before, body, ctx.now().toISOString());
      return { before, ...(await replace(ctx, before, wanted)) };
    });
  }

  /** Locks a record and changes it to the result of `wanted`. Throws SVC-NOT-FOUND when there is no record. */
  async function change(
    ctx: TenantContext,
    id: string,
    wanted: (before: Rec, at: string) => Rec,
  ): Promise<Answer> {
    return await inTransaction(ctx, async (ctx) => {
      const before = await take(ctx, id);
      return await save(ctx, before, wanted(before, ctx.now().toISOString()));
    });
  }

  async function remove(ctx: TenantContext, id: string): Promise<void> {
    await removeLongParts(ctx, parts, id);
    await inTransaction(ctx, async (ctx) => {
      const record = await take(ctx, id);
      const object = await show(ctx, record);
      await removing?.(ctx, record);
      await removeParts(ctx, parts, id);
      await ctx.db.remove(table, byId(id));
      await note(ctx, rules.deletedEvent, { object });
    });
  }

  async function found(ctx: TenantContext, id: string, record: Rec | undefined): Promise<Rec> {
    if (!record) throw await missing(ctx, id);
    return record;
  }

  return {
    table,
    missing,
    find,
    lock,
    take,
    get,
    list,
    create,
    initial,
    checkReferences,
    requireFree,
    requireRoom,
    holderOf,
    add,
    announce,
    update,
    revise,
    change,
    ...saving,
    remove,
    show,
  };
}

export type OnTaken = () => Promise<Error | undefined>;
