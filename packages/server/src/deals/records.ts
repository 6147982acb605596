import type { Deal } from '@parley/contract/schemas';
import { dealRules, lifecycleAfter, notFound, type StoredContact } from '@parley/domain';
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
import { beginPeriod, endPeriod } from './periods.ts';
import { amountKey, dealPeriodsTable, dealsTable } from './table.ts';

export const deals = defineRecords(dealsTable, dealRules, {
  references: {
    contactId: async (ctx, id) => {
      // The contact is locked, because a contact that is merged at the same time must not get the deal.
      await contacts.take(ctx, id);
    },
    conversationId: async (ctx, id) => {
      if (!(await conversations.find(ctx, id))) throw notFound('conversation', id);
    },
    ownerId: requireUser,
  },
  filters: {
    archived: (archived, sql) => `archived_key = ${sql.bind(archivedKey(archived))}`,
    valueMin: (value, sql) => `value_desc >= ${sql.bind(amountKey(value))}`,
    valueMax: (value, sql) => `value_asc <= ${sql.bind(amountKey(value))}`,
    customField: hasValues('deals'),
    rotten: (rotten, sql, ctx) => `${rotten ? '' : 'not '}(${rottenAt(sql, ctx.now())})`,
  },
  async saved(ctx, after, before) {
    if (after.stageId !== before.stageId || after.status !== before.status) {
      endPeriod(ctx, after);
      await beginPeriod(ctx, after);
    }
    const isNews = after.status !== before.status || after.contactId !== before.contactId;
    if (!isNews || after.contactId === null) return;
    await promoteContact(ctx, await contacts.lock(ctx, after.contactId), after);
  },
  parts: [
    { table: dealPeriodsTable, column: 'deal_id' },
    { table: notesTable, column: 'deal_id' },
  ],
});

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

/** Returns the SQL equivalent of `isRotten`. */
function rottenAt(sql: SqlWriter, now: Date): string {
  const [stages, days, id, before] = stageSql[sql.dialect];
  const isOwn = () => {
    const time = sql.bind(now.toISOString());
    return `pipelines.id = deals.pipeline_id and exists (select 1 from ${stages}
      where ${id} = deals.stage_id and ${days} is not null
      and deals.stage_changed_at < ${before(time)})`;
  };
  return `status = 'open' and exists (select 1 ${sql.rowsOf(pipelinesTable, isOwn)})`;
}

/** The SQL for a stage in the row of a pipeline, and the SQL for the time some days before another time. */
const stageSql = {
  sqlite: [
    'json_each(pipelines.stages) as stage',
    "stage.value ->> 'rottenAfterDays'",
    "stage.value ->> 'id'",
    (time: string) =>
      `strftime('%Y-%m-%dT%H:%M:%fZ', ${time}, '-' || (stage.value ->> 'rottenAfterDays') || ' days')`,
  ],
  postgres: [
    'jsonb_array_elements(pipelines.stages::jsonb) as stage',
    "stage ->> 'rottenAfterDays'",
    "stage ->> 'id'",
    (time: string) =>
      `to_char((${time}::timestamptz at time zone 'UTC') - make_interval(days => (stage ->> 'rottenAfterDays')::int), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C"`,
  ],
} as const;
