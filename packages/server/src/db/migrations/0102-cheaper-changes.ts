import type { Migration } from '../migrate.ts';

// Postgres writes an entry into every index of a row with each update that changes an indexed column (decision 562).
// The indexes leave out the rows that they are never asked for.

export const cheaperChanges: Migration = {
  name: '0102-cheaper-changes',
  async up(knex, dialect) {
    for (const [name, columns, where] of indexes) {
      await knex.raw(`drop index ${name}`);
      await knex.raw(
        `create index ${name} on conversations (tenant_id, ${columns}) where ${where}`,
      );
    }
    if (dialect === 'postgres') await knex.raw(countRecords);
  },
};

const indexes = [
  ['conversations_by_closing', 'closed_at, id', 'closed_at is not null'],
  ['conversations_open_of_user', 'assignee_id', "status = 'open' and assignee_id is not null"],
] as const;

// Looks for a limit before it counts, because most tenants have none. The locks come first, as in
// 0097-tenant-limits.ts: each statement sees what was committed before it.
const countRecords = `
  create or replace function count_records() returns trigger language plpgsql as $$ declare part record; begin
    perform pg_advisory_xact_lock_shared(5, hashtext('limit ' || tenant_id))
      from (select distinct tenant_id from changed order by tenant_id) as tenants;
    if not exists (
      select from (select distinct tenant_id from changed) as tenants
      cross join lateral (
        select from tenant_limits l where l.tenant_id = tenants.tenant_id and l.name = tg_argv[0] limit 1
      ) as found
    ) then return null; end if;
    for part in
      select tenant_id, case tg_argv[0] when 'messagesPerMonth' then substr(created_at, 1, 7) else '' end as month,
        count(*)::integer as rows
      from changed group by 1, 2 order by 1, 2
    loop
      perform count_record(part.tenant_id, tg_argv[0], part.month, tg_argv[1]::integer * part.rows);
    end loop;
    return null; end $$`;
