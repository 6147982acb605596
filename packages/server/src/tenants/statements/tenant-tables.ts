import type { SystemStatement } from '../../db/statement.ts';

/** A table that has rows of tenants. */
export interface TenantTable {
  readonly name: string;
  /** Columns of the primary key. */
  readonly keys: readonly string[];
  /** The tables that its foreign keys refer to. */
  readonly parents: readonly string[];
}

interface Found {
  readonly name: string;
  /** Lists of names, separated by commas. */
  readonly keys: string;
  readonly parents: string | null;
}

const sqliteSql = `
  select t.name,
    (select group_concat(name) from (select name from pragma_table_info(t.name) where pk > 0 order by pk)) as keys,
    (select group_concat(distinct "table") from pragma_foreign_key_list(t.name)) as parents
  from sqlite_master t
  where t.type = 'table' and exists (select 1 from pragma_table_info(t.name) where name = 'tenant_id')
  order by t.name`;

const postgresSql = `
  select c.relname as name,
    (select string_agg(k.attname, ',' order by array_position(p.conkey, k.attnum))
     from pg_constraint p join pg_attribute k on k.attrelid = c.oid and k.attnum = any(p.conkey)
     where p.conrelid = c.oid and p.contype = 'p') as keys,
    (select string_agg(distinct r.relname, ',')
     from pg_constraint f join pg_class r on r.oid = f.confrelid
     where f.conrelid = c.oid and f.contype = 'f') as parents
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relkind = 'r' and c.relnamespace = quote_ident(current_schema())::regnamespace
  order by c.relname`;

/** Reads the tables of the schema that have rows of tenants. */
export const tenantTables: SystemStatement<null, readonly TenantTable[]> = {
  name: 'tenant-tables',
  scope: 'system',
  access: 'read',
  sqlite: (db) => (db.prepare(sqliteSql).all() as Found[]).map(tableOf),
  async postgres(db, calls) {
    const tables = (await db.rows<Found>('tenant-tables', postgresSql, [])).map(tableOf);
    return calls.map(() => tables);
  },
};

function tableOf({ name, keys, parents }: Found): TenantTable {
  return { name, keys: keys.split(','), parents: parents?.split(',') ?? [] };
}
