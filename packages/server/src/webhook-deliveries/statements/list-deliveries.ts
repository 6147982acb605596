import type { WebhookDeliveryStatus } from '@parley/contract/schemas';
import type { Dialect } from '../../db/driver.ts';
import { limitTo } from '../../db/sql-writer.ts';
import { type Postgres, perCall, type ReadStatement, type Sqlite } from '../../db/statement.ts';
import { deliveryIdSql, withDeliveryId } from '../delivery-id.ts';
import type { DeliveryRow } from '../table.ts';

export interface DeliverySelection {
  endpointId: string;
  /** The statuses of the deliveries; undefined for all. */
  states: readonly WebhookDeliveryStatus[] | undefined;
  /** The IDs of the deliveries in flight. Like waiting deliveries, they have the status `ready` in the database. */
  leased: readonly string[];
  types: readonly string[] | undefined;
  ids: readonly string[] | undefined;
  since: string | undefined;
  until: string | undefined;
  direction: 'asc' | 'desc';
  after: { readonly key: string; readonly id: string } | undefined;
  limit: number;
}

/**
 * Lists the deliveries to one endpoint in order of creation. Failed and waiting ones are few among very many delivered
 * ones, so each status has an index. For a rare event type, reads the events, each of which gives the ID of its
 * delivery.
 */
export const listDeliveries: ReadStatement<DeliverySelection, DeliveryRow[]> = {
  name: 'list-deliveries',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const values = Object.fromEntries(
      parameters.map((name, place) => [name, sqliteValue(valuesOf(tenantId, input)[place])]),
    );
    const isRare = input.types !== undefined && isRareOnSqlite(db, tenantId, input.types);
    const found = waysOf(input, isRare).flatMap((way) => {
      const read = withDeliveryId(db).prepare(
        sqliteSql(indexOf(db, way, tenantId, input), way, input.direction),
      );
      // `d.*` are the columns of the row.
      return read.all(values) as DeliveryRow[];
    });
    return inOrder(found, input);
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const found: DeliveryRow[] = [];
    const isRare = input.types !== undefined && (await isRareOnPostgres(db, tenantId, input.types));
    for (const way of waysOf(input, isRare)) {
      const name = `list-deliveries-${way}-${input.direction}`;
      const from = way === 'rare' ? rarePostgres() : 'deliveries d';
      const sql = selectSql('postgres', from, way, input.direction);
      found.push(...(await db.rows<DeliveryRow>(name, sql, valuesOf(tenantId, input))));
    }
    return inOrder(found, input);
  }),
};

export type DeliveryWay = 'named' | 'rare' | 'any' | 'delivered' | 'ended' | 'ready';

/**
 * Returns the SQL for SQLite with the index that it must use. Without the name of the index, SQLite may read all stored
 * deliveries.
 */
export function sqliteSql(index: string, way: DeliveryWay, direction: 'asc' | 'desc'): string {
  const from = `deliveries d indexed by ${index}`;
  const whole = way === 'rare' ? `events e indexed by events_by_type cross join ${from}` : from;
  return selectSql('sqlite', whole, way, direction);
}

const ended: readonly WebhookDeliveryStatus[] = ['exhausted', 'canceled'];

/** Returns the ways to find the rows. No row is found in two ways. */
function waysOf({ states, ids }: DeliverySelection, isRare: boolean): DeliveryWay[] {
  if (ids) return ['named'];
  if (isRare) return ['rare'];
  if (!states) return ['any'];
  const ways = states.map((state) =>
    state === 'delivered' ? 'delivered' : ended.includes(state) ? 'ended' : 'ready',
  );
  return [...new Set(ways)];
}

/**
 * The condition of each way to find rows. It contains its fixed values as SQL and not as parameters, so that
 * the database can choose a partial index.
 */
const isOn: Readonly<Record<DeliveryWay, (dialect: Dialect) => string>> = {
  named: (dialect) => isAmong(dialect, 'd.id', 'ids'),
  rare: (dialect) => `e.tenant_id = ${valueSql(dialect, 'tenant')}
    and ${isAmong(dialect, 'e.type', 'types')} and d.id = ${idOfEvent(dialect)}`,
  any: () => 'true',
  delivered: () => `d.status = 'delivered'`,
  ended: () => `d.status in ('exhausted', 'canceled')`,
  ready: () => `d.status = 'ready'`,
};

const idOfEvent = (dialect: Dialect) =>
  dialect === 'sqlite'
    ? `delivery_id(e.id, ${valueSql(dialect, 'endpoint')})`
    : deliveryIdSql('e.id', valueSql(dialect, 'endpoint'));

/** The number of events of the wanted types in a tenant's log above which a list reads deliveries instead of events. */
const manyOfType = 2_000;

// In this order, and type by type: otherwise Postgres reads the whole log, or looks up the event of each delivery.
// Includes events that were recorded after they were counted.
const rarePostgres = () => `unnest(${valueSql('postgres', 'types')}::text[]) as t (type)
  cross join lateral (
    select e.tenant_id, e.id, e.type from events e
    where e.tenant_id = ${valueSql('postgres', 'tenant')} and e.type = t.type
    order by e.sequence desc limit ${2 * manyOfType}
  ) e
  cross join lateral (
    select * from deliveries o
    where o.tenant_id = e.tenant_id and o.id = ${idOfEvent('postgres')} limit 1
  ) d`;

const countSql = (tenant: string, isOfType: string, hint = '') =>
  `select count(*) as count from (
     select 1 from events ${hint} where tenant_id = ${tenant} and ${isOfType} limit ${manyOfType + 1}) e`;

function isRareOnSqlite(db: Sqlite, tenantId: string, types: readonly string[]): boolean {
  const isOfType = 'type in (select value from json_each(?))';
  const count = db
    .prepare(countSql('?', isOfType, 'indexed by events_by_type'))
    .pluck()
    .get(tenantId, JSON.stringify(types));
  return Number(count) <= manyOfType;
}

async function isRareOnPostgres(
  db: Postgres,
  tenantId: string,
  types: readonly string[],
): Promise<boolean> {
  const sql = countSql('$1', 'type = any ($2::text[])');
  const [row] = await db.rows<{ count: number }>('count-of-types', sql, [tenantId, types]);
  return (row?.count ?? 0) <= manyOfType;
}

const manyReady = 5_000;

/**
 * Returns the index to use. If many deliveries wait, they are read in the order of creation; a few are sorted instead.
 */
function indexOf(
  db: Sqlite,
  way: DeliveryWay,
  tenantId: string,
  { endpointId }: DeliverySelection,
): string {
  if (way === 'named' || way === 'rare') return 'sqlite_autoindex_deliveries_1';
  if (way === 'ended') return 'deliveries_failed';
  if (way !== 'ready') return 'deliveries_page';
  const count = db
    .prepare(
      `select count(*) from (
         select 1 from deliveries indexed by deliveries_ready
         where tenant_id = ? and endpoint_id = ? and status = 'ready' limit ${manyReady})`,
    )
    .pluck()
    .get(tenantId, endpointId);
  return count === manyReady ? 'deliveries_page' : 'deliveries_ready';
}

const parameters = [
  'tenant',
  'endpoint',
  'key',
  'id',
  'end',
  'states',
  'leased',
  'types',
  'ids',
  'limit',
] as const;
type Parameter = (typeof parameters)[number];

/** `first` sorts before every time and ID, `last` after them. */
const first = '';
const last = '~';

/**
 * Returns the values of the statement: the list begins at `since` or after the previous page, and ends at `until`. A
 * descending list begins at `until` and ends at `since`.
 */
function valuesOf(tenantId: string, input: DeliverySelection): unknown[] {
  const isRising = input.direction === 'asc';
  const { since = first, until = last } = input;
  const from = input.after ?? { key: isRising ? since : until, id: first };
  return [
    tenantId,
    input.endpointId,
    from.key,
    from.id,
    isRising ? until : since,
    input.states ?? null,
    input.leased,
    input.types ?? null,
    input.ids ?? null,
    input.limit,
  ];
}

function sqliteValue(value: unknown): unknown {
  return Array.isArray(value) ? JSON.stringify(value) : value;
}

function valueSql(dialect: Dialect, name: Parameter): string {
  return dialect === 'sqlite' ? `@${name}` : `$${parameters.indexOf(name) + 1}`;
}

function isAmong(dialect: Dialect, text: string, name: Parameter): string {
  const list = valueSql(dialect, name);
  return dialect === 'sqlite'
    ? `${text} in (select value from json_each(${list}))`
    : `${text} = any (${list}::text[])`;
}

function selectSql(
  dialect: Dialect,
  from: string,
  way: DeliveryWay,
  direction: 'asc' | 'desc',
): string {
  const of = (name: Parameter) => valueSql(dialect, name);
  const array = dialect === 'sqlite' ? '' : '::text[]';
  const isAmongGiven = (text: string, name: Parameter) =>
    `(${of(name)}${array} is null or ${isAmong(dialect, text, name)})`;
  // The API status of a row.
  const state = `case when d.status <> 'ready' then d.status
    when ${isAmong(dialect, 'd.id', 'leased')} then 'delivering'
    when d.series_attempts = 0 then 'pending' else 'retrying' end`;
  return `
    select d.* from ${from}
    where d.tenant_id = ${of('tenant')} and d.endpoint_id = ${of('endpoint')} and ${isOn[way](dialect)}
      and (d.created_at, d.id) ${direction === 'asc' ? '>' : '<'} (${of('key')}, ${of('id')})
      and d.created_at ${direction === 'asc' ? '<' : '>='} ${of('end')}
      and ${isAmongGiven(state, 'states')} and ${isAmongGiven('d.event_type', 'types')}
      and ${isAmongGiven('d.id', 'ids')}
    order by d.created_at ${direction}, d.id ${direction} ${limitTo(dialect, of('limit'))}`;
}

function inOrder(rows: DeliveryRow[], { direction, limit }: DeliverySelection): DeliveryRow[] {
  const sign = direction === 'asc' ? 1 : -1;
  return rows.sort((a, b) => sign * compare(a, b)).slice(0, limit);
}

function compare(a: DeliveryRow, b: DeliveryRow): number {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
