import { columnsOf } from '../columns.ts';
import type { Dialect } from '../driver.ts';
import type { Migration } from '../migrate.ts';

// Triggers count the records of tenants that have limits (decision 500). Every write of a counted table, also a
// deletion, so changes the counter in the same transaction.

export const tenantLimits: Migration = {
  name: '0097-tenant-limits',
  async up(knex, dialect) {
    for (const name of ['tenants', 'agency_clients']) {
      await knex.schema.alterTable(name, (table) => {
        columnsOf(table, dialect).json('limits');
      });
    }
    await knex.schema.createTable('tenant_limits', (table) => {
      const column = columnsOf(table, dialect);
      column.tenantId();
      column.text('name').notNullable();
      column.integer('max').notNullable();
      column.integer('used').notNullable();
      // The month of the counter, or empty.
      column.text('period').notNullable();
      table.primary(['tenant_id', 'name']);
      table.foreign('tenant_id').references('tenant_id').inTable('tenants');
    });
    for (const statement of triggers[dialect]()) await knex.raw(statement);
  },
};

const triggers: Record<Dialect, () => string[]> = {
  sqlite: () => [
    sqliteTrigger('messages', { name: 'messagesPerMonth', on: 'insert' }),
    sqliteTrigger('contacts', { name: 'contacts', on: 'insert' }),
    sqliteTrigger('contacts', { name: 'contacts', on: 'delete' }),
    ...ofStatus.flatMap(({ table, name, column, counts }) => [
      sqliteTrigger(table, { name, on: 'insert', when: counts('new') }),
      sqliteTrigger(table, { name, on: 'delete', when: counts('old') }),
      sqliteTrigger(table, {
        name,
        on: `update of ${column}`,
        when: `${counts('new')} <> ${counts('old')}`,
        by: `case when ${counts('new')} then 1 else -1 end`,
      }),
    ]),
  ],
  postgres: () => [
    // Takes the lock of lock-kind.ts, so that a transaction that sets a limit waits for those that write records. Each
    // statement of the function sees what was committed before it, so the update finds the limit afterwards.
    `create function count_record(tenant text, counter text, month text, change integer) returns void
     language plpgsql as $$ begin
       perform pg_advisory_xact_lock_shared(5, hashtext('limit ' || tenant));
       update tenant_limits set period = month, used = case when period = month then used + change else change end
         where tenant_id = tenant and name = counter and period <= month;
     end $$`,
    // An import inserts hundreds of contacts in one statement, and a commit many messages.
    `create function count_records() returns trigger language plpgsql as $$ declare part record; begin
       for part in
         select tenant_id, case tg_argv[0] when 'messagesPerMonth' then substr(created_at, 1, 7) else '' end as month,
           count(*)::integer as rows
         from changed group by 1, 2 order by 1, 2
       loop
         perform count_record(part.tenant_id, tg_argv[0], part.month, tg_argv[1]::integer * part.rows);
       end loop;
       return null; end $$`,
    `create function count_status() returns trigger language plpgsql as $$ begin
       if tg_op = 'DELETE' then
         perform count_record(old.tenant_id, tg_argv[0], '', -1);
       else
         perform count_record(new.tenant_id, tg_argv[0], '', tg_argv[1]::integer);
       end if;
       return null; end $$`,
    postgresTrigger('messages', { name: 'messagesPerMonth', on: 'insert' }),
    postgresTrigger('contacts', { name: 'contacts', on: 'insert' }),
    postgresTrigger('contacts', { name: 'contacts', on: 'delete' }),
    ...ofStatus.flatMap(({ table, name, column, counts }) => {
      const trigger = (suffix: string, event: string, when: string, change: number) =>
        `create trigger ${table}_limit_${suffix} after ${event} on ${table} for each row
         when (${when}) execute function count_status('${name}', '${change}')`;
      const isNew = `${counts('new')} and not ${counts('old')}`;
      const isOld = `${counts('old')} and not ${counts('new')}`;
      return [
        trigger('insert', 'insert', counts('new'), 1),
        trigger('delete', 'delete', counts('old'), -1),
        trigger('begin', `update of ${column}`, isNew, 1),
        trigger('end', `update of ${column}`, isOld, -1),
      ];
    }),
  ],
};

/** Records that count only in one status. */
const ofStatus = [
  {
    table: 'channels',
    name: 'channels',
    column: 'archived_at',
    counts: (row: string) => `(${row}.archived_at is null)`,
  },
  {
    table: 'users',
    name: 'members',
    column: 'active',
    counts: (row: string) => `(${row}.active = 1)`,
  },
];

interface Trigger {
  readonly name: string;
  readonly on: string;
  readonly when?: string;
  readonly by?: string;
}

function sqliteTrigger(table: string, { name, on, when, by }: Trigger): string {
  const row = on === 'delete' ? 'old' : 'new';
  const month = name === 'messagesPerMonth' ? `substr(${row}.created_at, 1, 7)` : "''";
  const change = by ?? (on === 'delete' ? '-1' : '1');
  return `create trigger ${table}_limit_${on.split(' ')[0]} after ${on} on ${table} ${when ? `when ${when}` : ''} begin
    update tenant_limits set period = ${month},
      used = case when period = ${month} then used + ${change} else ${change} end
    where tenant_id = ${row}.tenant_id and name = '${name}' and period <= ${month}; end`;
}

function postgresTrigger(table: string, { name, on }: Trigger): string {
  const [rows, change] = on === 'insert' ? ['new', 1] : ['old', -1];
  return `create trigger ${table}_limit_${on} after ${on} on ${table} referencing ${rows} table as changed
    for each statement execute function count_records('${name}', '${change}')`;
}
