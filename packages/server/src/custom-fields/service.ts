import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CustomField, CustomFieldValues } from '@parley/contract/schemas';
import { checkNoValues, customFieldRules, mergeCustomValues } from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { conversations } from '../conversations/records.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { defineRecords } from '../crud/records.ts';
import { rowsIn } from '../db/rows-in.ts';
import type { Table } from '../db/table.ts';
import { deals } from '../deals/records.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { tickets } from '../tickets/records.ts';
import { customFieldsTable } from './table.ts';

export const customFields = defineRecords(customFieldsTable, customFieldRules);

/** The maximum number of records that one transaction changes. */
const batch = 100;
/** The maximum number of records that one statement reads. On SQLite, the statement blocks all other requests. */
const rangeSize = { sqlite: 1_000, postgres: 50_000 } as const;

interface Deletion {
  readonly force?: boolean | undefined;
}

/**
 * Removes the values of a field with `force`, and otherwise throws SVC-IN-USE when there are some. Holds no lock, so that
 * most deletions need theirs only to find that nothing has changed since.
 */
export async function prepareDeletion(
  ctx: TenantContext,
  id: string,
  { force = false }: Deletion,
): Promise<void> {
  if (force) await clearValues(ctx, id);
  else await requireNoValues(ctx, await customFields.get(ctx, id));
}

/** Deletes a custom field. With `force`, also removes the values that records have got since `prepareDeletion`. */
export async function deleteCustomField(
  ctx: TenantContext,
  id: string,
  { force = false }: Deletion,
): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    // Until the end of this transaction, no other one writes a value of the field.
    await ctx.db.run(lockKind, { kind: 'customField' });
    const field = await customFields.take(ctx, id);
    if (force) await clearValues(ctx, id);
    else await requireNoValues(ctx, field);
    await customFields.remove(ctx, id);
  });
}

async function requireNoValues(ctx: TenantContext, field: CustomField): Promise<void> {
  checkNoValues(field, await holders[field.entity].count(ctx, field.key));
}

/**
 * Removes the values of a field from all records, in transactions of a limited number of records that block other
 * requests only briefly. If the process is killed, a repeat of the request removes the rest.
 */
async function clearValues(ctx: TenantContext, fieldId: string): Promise<void> {
  const { entity, key } = await customFields.get(ctx, fieldId);
  await holders[entity].clear(ctx, key);
}

/** A range of records in the order of their IDs: after one ID, up to and including another one. */
interface Range {
  readonly after: string;
  readonly until: string | undefined;
}

interface Values {
  readonly id: string;
  readonly customFields: CustomFieldValues;
}

interface ValuesRow {
  id: string;
  custom_fields_key: string;
}

/** Returns functions that count and clear the values of a field in the records of one kind. */
function holder<Rec extends Values, Row extends ValuesRow>({
  table,
  saveTogether,
}: {
  readonly table: Table<Rec, Row>;
  saveTogether(
    ctx: TenantContext,
    changes: readonly { readonly before: Rec; readonly wanted: Rec }[],
  ): Promise<void>;
}) {
  const idsTable = rowsIn<Pick<ValuesRow, 'id'>>(table.name, ['id']);

  async function count(ctx: TenantContext, key: string): Promise<number> {
    let total = 0;
    for await (const range of ranges(ctx)) total += Number(await having(ctx, key, range).count());
    return total;
  }

  async function clear(ctx: TenantContext, key: string): Promise<void> {
    for await (const range of ranges(ctx)) {
      let rest = await clearSome(ctx, key, range);
      for (; rest; rest = await clearSome(ctx, key, rest)) await nextTurn();
    }
  }

  /** Removes the values of some records. Returns the rest of the range; undefined when it has reached the end. */
  async function clearSome(
    ctx: TenantContext,
    key: string,
    range: Range,
  ): Promise<Range | undefined> {
    return await inTransaction(ctx, async (ctx) => {
      const rows = await having(ctx, key, range).orderBy('id').limit(batch).forUpdate();
      const wanted = rows.map(table.toRecord).map((before) => {
        const customFields = mergeCustomValues(before.customFields, { [key]: null });
        return { before, wanted: { ...before, customFields } };
      });
      await saveTogether(ctx, wanted);
      const last = rows.at(-1);
      return rows.length === batch && last ? { ...range, after: last.id } : undefined;
    });
  }

  /** Returns ranges of equal size that together contain all records of the tenant. */
  async function* ranges(ctx: TenantContext): AsyncGenerator<Range, void> {
    for (let after = ''; ; await nextTurn()) {
      const [last] = await ctx.db
        .select(idsTable)
        .where('id', '>', after)
        .orderBy('id')
        .limit(1, rangeSize[ctx.db.dialect] - 1);
      yield { after, until: last?.id };
      if (!last) return;
      after = last.id;
    }
  }

  function having(ctx: TenantContext, key: string, { after, until }: Range) {
    const anyValue = `%\n${key.toLowerCase()}:%`;
    const query = ctx.db
      .select(table)
      .where('id', '>', after)
      .whereLike('custom_fields_key', [anyValue]);
    return until === undefined ? query : query.where('id', '<=', until);
  }

  return { count, clear };
}

const holders = {
  contact: holder(contacts),
  conversation: holder(conversations),
  deal: holder(deals),
  ticket: holder(tickets),
};
