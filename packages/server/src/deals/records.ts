import type { Deal, ListDealsQuery } from '@parley/contract/schemas';
import { dealRules, lifecycleAfter, readSort, type StoredContact } from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { conversations } from '../conversations/records.ts';
import { defineRecords } from '../crud/records.ts';
import { hasValues } from '../custom-fields/values.ts';
import { archivedKey } from '../db/sort-keys.ts';
import type { SqlWriter } from '../db/sql-writer.ts';
import { notesTable } from '../notes/table.ts';
import { pipelinesTable } from '../pipelines/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { requireUser } from '../users/service.ts';
import { changePeriods } from './periods.ts';
import { amountKey, dealPeriodsTable, dealsTable } from './table.ts';

export const deals = defineRecords(dealsTable, dealRules, {
  references: {
    // They are locked: a contact that is merged at the same time must not get the deal, and a conversation that is erased
    // must not stay in it.
    contactId: contacts.take,
    conversationId: conversations.take,
    ownerId: requireUser,
  },
  filters: {
    archived: (archived, sql) => `archived_key = ${sql.bind(archivedKey(archived))}`,
    valueMin: (value, sql) => `value_desc >= ${sql.bind(amountKey(value))}`,
    valueMax: (value, sql) => `value_asc <= ${sql.bind(amountKey(value))}`,
    customField: hasValues('deals'),
    rotten: (rotten, sql, ctx) => `${rotten ? '' : 'not '}(${rottenAt(sql, ctx.now())})`,
  },
  narrow: async (_ctx, query) => byStage(query),
  async savedTogether(ctx, changes) {
    const moved = changes.filter(
      ({ before, after }) => after.stageId !== before.stageId || after.status !== before.status,
    );
    await changePeriods(
      ctx,
      moved.map(({ after }) => after),
    );
    for (const { before, after } of changes) {
      const isNews = after.status !== before.status || after.contactId !== before.contactId;
      if (!isNews || after.contactId === null) continue;
      await promoteContact(ctx, await contacts.lock(ctx, after.contactId), after);
    }
  },
  parts: [
    { table: dealPeriodsTable, column: 'deal_id' },
    { table: notesTable, column: 'deal_id' },
  ],
});

/** By position, the deals of only one stage can be listed. */
const fieldsOfStageIndexes = ['createdAt', 'updatedAt'];

/**
 * Splits a list query for several stages into one for each. The index of a stage has its deals in order; without the
 * split, one statement would read and sort all deals of all the stages.
 */
function byStage({ stageId, ...rest }: ListDealsQuery): ListDealsQuery[] | undefined {
  if (!stageId || !fieldsOfStageIndexes.includes(readSort(rest.sort).field)) return undefined;
  const ids = [...new Set(stageId)];
  return ids.length === 1 ? undefined : ids.map((id) => ({ ...rest, stageId: [id] }));
}

/**
 * Raises the lifecycle stage of a contact: a deal makes a lead an opportunity, a won deal makes it a customer. Lock the
 * contact first.
 */
export async function promoteContact(
  ctx: TenantContext,
  contact: StoredContact | undefined,
  { status }: Pick<Deal, 'status'>,
): Promise<void> {
  if (!contact) return;
  const lifecycle = lifecycleAfter(contact.lifecycle, status);
  if (lifecycle !== contact.lifecycle) await contacts.save(ctx, contact, { ...contact, lifecycle });
}

/**
 * Returns the SQL equivalent of `isRotten`. A subquery without columns of the deal returns the latest time of each stage.
 * The database runs it once, and not for each deal.
 */
function rottenAt(sql: SqlWriter, now: Date): string {
  const { stages, object, days, id, before, collation } = stageSql[sql.dialect];
  const times = `select ${object}(${id}, ${before(sql.bind(now.toISOString()))})
    from (select stages ${sql.rowsOf(pipelinesTable, () => 'true', { isOnce: true })}) as own, ${stages} as stage
    where ${days} is not null`;
  return `status = 'open' and coalesce(stage_changed_at < ((${times}) ->> stage_id)${collation}, false)`;
}

/** The SQL for the stages of a pipeline, and the SQL for the time some days before another time. */
const stageSql = {
  sqlite: {
    stages: 'json_each(own.stages)',
    object: 'json_group_object',
    days: "stage.value ->> 'rottenAfterDays'",
    id: "stage.value ->> 'id'",
    before: (time: string) =>
      `strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, '-' || (stage.value ->> 'rottenAfterDays') || ' days')`,
    collation: '',
  },
  postgres: {
    stages: 'jsonb_array_elements(own.stages::jsonb)',
    object: 'jsonb_object_agg',
    days: "stage ->> 'rottenAfterDays'",
    id: "stage ->> 'id'",
    before: (time: string) =>
      `to_char((${time}::timestamptz at time zone 'UTC') - make_interval(days => (stage ->> 'rottenAfterDays')::int), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    collation: ' collate "C"',
  },
} as const;
