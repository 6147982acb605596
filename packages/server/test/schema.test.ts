import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Database } from '../src/db/database.ts';
import type { Table as Declaration, RowsIn } from '../src/db/table.ts';
import { textIndexed } from '../src/tenants/delete.ts';
import { freshDatabase, targets } from './databases.ts';

// Tables read before the tenant is known, tables claimed over all tenants, and the list of migrations.
const withoutTenant = new Set(['schema_migrations', 'api_key_quotas', 'clock', 'text_backfills']);
const otherKeys = new Set([
  'channels: id',
  'channels: type, external_id',
  'jobs: position',
  'jobs: name, tenant_id, lane, priority, due_at, position',
  'jobs: lease_until',
  'webhook_endpoints: deleted_at',
  'webhook_lanes: ready_at',
  'api_keys: hash',
  'channels: type, external_id',
  'agency_domains: domain',
  'sessions: hash',
  'sessions: account_id, created_at',
  'invitations: hash',
  'users: account_id',
  'sessions: expires_at',
  'idempotency_records: expires_at',
  'audit_log: created_at',
  'request_log: created_at',
  'inbound_failures: last_attempt_at',
  // The index by text begins with an expression of tenant_id.
  ...[...textIndexed].flatMap((table) => [`${table}_texts: number`, `${table}_texts: text`]),
]);

interface Table {
  name: string;
  columns: string[];
  /** Primary key, unique keys and indexes, by their columns. */
  keys: string[][];
  foreignKeys: string[][];
}

describe.each(targets)('the schema on %s', (target) => {
  test('every table has tenant_id, and every key and index starts with it', async () => {
    const { database } = await freshDatabase(target);
    const tables = await readTables(database);
    expect(tables.length).toBeGreaterThan(7);
    const wrong = tables
      .filter((table) => !withoutTenant.has(table.name))
      .flatMap((table) => [
        ...(table.columns.includes('tenant_id') ? [] : [`${table.name} has no tenant_id`]),
        ...[...table.keys, ...table.foreignKeys]
          .filter(
            (key) => key[0] !== 'tenant_id' && !otherKeys.has(`${table.name}: ${key.join(', ')}`),
          )
          .map((key) => `${table.name} has a key (${key.join(', ')})`),
      ]);
    expect(wrong).toEqual([]);
  });

  test('the declarations list exactly the columns of their tables', async () => {
    const { database } = await freshDatabase(target);
    const known = new Map((await readTables(database)).map((table) => [table.name, table.columns]));
    const declared = await declarations();
    expect(declared.length).toBeGreaterThan(1);
    for (const { name, columns } of declared) {
      expect(['tenant_id', ...columns].sort(), name).toEqual(known.get(name)?.sort());
    }
  });
});

/** The declarations of the columns in the table.ts of every resource. */
async function declarations(): Promise<Declaration<object, object>[]> {
  const source = new URL('../src/', import.meta.url);
  const nouns = readdirSync(source).filter((name) =>
    existsSync(new URL(`${name}/table.ts`, source)),
  );
  const modules: object[] = await Promise.all(
    // A template here would be replaced by a list of today's files, which a cache then keeps.
    nouns.map((noun) => import(/* @vite-ignore */ new URL(`${noun}/table.ts`, source).href)),
  );
  return modules
    .flatMap((module) => Object.values(module) as RowsIn<object>[])
    .filter((table): table is Declaration<object, object> => 'columns' in table);
}

async function readTables(database: Database): Promise<Table[]> {
  return database.dialect === 'sqlite' ? await readSqlite(database) : await readPostgres(database);
}

async function readSqlite({ writer }: Database): Promise<Table[]> {
  const names = await writer('sqlite_master')
    .where({ type: 'table' })
    .whereNot('name', 'like', 'sqlite_%')
    // The indexes of texts: FTS5 decides their columns.
    .whereNot('name', 'like', '%_grams%')
    .pluck('name');
  return await Promise.all(
    names.map(async (name: string) => {
      const columns: { name: string; pk: number }[] = await writer.raw(
        `pragma table_info(${name})`,
      );
      const indexes: { name: string }[] = await writer.raw(`pragma index_list(${name})`);
      const keys = await Promise.all(
        indexes.map(async (index) => {
          const parts: { name: string }[] = await writer.raw(`pragma index_info(${index.name})`);
          return parts.map((part) => part.name);
        }),
      );
      const primary = columns.filter((column) => column.pk > 0).sort((a, b) => a.pk - b.pk);
      const foreign: { id: number; seq: number; from: string }[] = await writer.raw(
        `pragma foreign_key_list(${name})`,
      );
      return {
        name,
        columns: columns.map((column) => column.name),
        keys: [...keys, primary.map((column) => column.name)].filter((key) => key.length > 0),
        foreignKeys: grouped(
          foreign.sort((a, b) => a.seq - b.seq).map(({ id, from }) => [String(id), from]),
        ),
      };
    }),
  );
}

async function readPostgres({ writer }: Database): Promise<Table[]> {
  const columns = await writer('information_schema.columns')
    // SQLite also omits generated columns.
    .where({ table_schema: 'public', is_generated: 'NEVER' })
    .select('table_name', 'column_name');
  const { rows: keys } = await writer.raw(`
    select c.relname as "table", i.indexrelid::text as id, a.attname as "column"
    from pg_index i
    join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
    cross join lateral unnest(i.indkey) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
    order by i.indexrelid, k.place`);
  const { rows: foreign } = await writer.raw(`
    select c.relname as "table", f.oid::text as id, a.attname as "column"
    from pg_constraint f
    join pg_class c on c.oid = f.conrelid and c.relnamespace = 'public'::regnamespace
    cross join lateral unnest(f.conkey) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
    where f.contype = 'f' order by f.oid, k.place`);
  const names = [...new Set(columns.map((column) => column.table_name as string))];
  const of = (rows: { table: string; id: string; column: string }[], name: string) =>
    grouped(rows.filter((row) => row.table === name).map((row) => [row.id, row.column]));
  return names.map((name) => ({
    name,
    columns: columns
      .filter((column) => column.table_name === name)
      .map((column) => column.column_name),
    keys: of(keys, name),
    foreignKeys: of(foreign, name),
  }));
}

function grouped(parts: readonly (readonly [string, string] | string[])[]): string[][] {
  const groups = new Map<string, string[]>();
  for (const [id = '', column = ''] of parts) groups.set(id, [...(groups.get(id) ?? []), column]);
  return [...groups.values()];
}
