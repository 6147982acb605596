import { conflict, type RecordRules, type Stored, type Taken } from '@parley/domain';
import type { Table } from '../db/table.ts';
import type { TenantQuery } from '../db/tenant-query.ts';
import type { TenantContext } from '../tenancy/context.ts';

type Rules<Rec> = Pick<RecordRules<Rec & Stored, never, never, never>, 'kind' | 'unique'>;
type FindTaken<Rec> = (ctx: TenantContext, record: Rec) => Promise<Taken | undefined>;

/**
 * Returns functions that compare the unique values of records. `rows` returns the records to compare with; `findOwn`,
 * if given, finds the record that has a unique value, instead of a search in the columns of the unique fields.
 */
export function uniqueValuesOf<Rec extends Stored, Row extends { id: string }>(
  table: Table<Rec, Row>,
  { kind, unique }: Rules<Rec>,
  rows: (ctx: TenantContext) => TenantQuery<Row>,
  findOwn?: FindTaken<Rec>,
) {
  const keys = unique as Record<string, KeyOf<Rec>>;

  function isSame(a: Rec, b: Rec): boolean {
    return Object.values(keys).every((keyOf) => keyOf(a) === keyOf(b));
  }

  /** Returns the other record that has the same value in a unique field; undefined without one. */
  async function holderOf(
    ctx: TenantContext,
    field: string,
    record: Rec,
  ): Promise<Rec | undefined> {
    const keyOf = keys[field];
    const key = keyOf?.(record) ?? null;
    if (!keyOf || key === null) return undefined;
    const same = rows(ctx)
      .where(table.uniqueCells(field, record))
      .whereSql(table.uniqueAmong(field));
    const others = (await same.where('id', '<>', record.id)).map(table.toRecord);
    return others.find((one) => keyOf(one) === key);
  }

  async function findTaken(ctx: TenantContext, record: Rec): Promise<Taken | undefined> {
    if (findOwn) return await findOwn(ctx, record);
    for (const field of Object.keys(keys)) {
      const holder = await holderOf(ctx, field, record);
      if (holder) return { field, existingId: holder.id };
    }
    return undefined;
  }

  /** Throws SVC-CONFLICT when another record has a unique value of this one. */
  async function requireFree(ctx: TenantContext, record: Rec): Promise<void> {
    const taken = await findTaken(ctx, record);
    if (taken) throw conflict(kind, taken);
  }

  /** Returns the error for a record that the database refused because one of its unique values is taken. */
  async function conflictOf(ctx: TenantContext, record: Rec) {
    const [field = 'id'] = Object.keys(keys);
    return conflict(kind, (await findTaken(ctx, record)) ?? { field, existingId: null });
  }

  return { areNone: Object.keys(keys).length === 0, isSame, holderOf, requireFree, conflictOf };
}

type KeyOf<Rec> = (record: Rec) => string | null;
