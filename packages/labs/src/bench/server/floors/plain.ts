import { createServer, type IncomingMessage, type Server } from 'node:http';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { sqliteFile } from '../../../server.ts';
import {
  type Cell,
  eventRow,
  firstMessage,
  type Made,
  newContact,
  type Row,
  shownContact,
  shownMessage,
} from './plain-rows.ts';
import { keyHashOf, readBody } from './request.ts';

interface HandOptions {
  dataDir: string;
  databaseUrl: string;
  /** On Postgres, writes all rows of a request with one statement instead of a transaction with a statement per row. */
  inOneStatement?: boolean;
}

/**
 * Serves simple requests with bare node:http. Prepared statements read and write the same rows as the server, with one
 * commit per write. Has no router, quota, rules or response checks.
 */
export function servePlainByHand(options: HandOptions): Server {
  const { read, write } = options.databaseUrl
    ? onPostgres(options)
    : onSqlite(sqliteFile(options.dataDir));
  return createServer(async (req, res) => {
    const body = JSON.stringify(await answerTo(req));
    res.statusCode = req.method === 'POST' ? 201 : 200;
    res.setHeader('content-type', 'application/json; charset=utf-8');
    res.setHeader('content-length', Buffer.byteLength(body));
    res.end(body);
  });

  async function answerTo(req: IncomingMessage): Promise<object> {
    const [key] = await read(keySql, [keyHashOf(req)]);
    const tenantId = String(key?.['tenant_id']);
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://by-hand');
    if (req.method === 'POST') {
      const text = await readBody(req);
      const idempotencyKey = req.headers['idempotency-key']?.toString();
      const given = { tenantId, body: JSON.parse(text), text, idempotencyKey };
      const made = pathname.endsWith('/messages') ? firstMessage(given) : newContact(given);
      await write(tenantId, made);
      return made.answer;
    }
    const [, , , noun, id] = pathname.split('/');
    if (noun === 'messages') return pageOf(await read(messagesSql, [tenantId]), shownMessage);
    const lifecycle = searchParams.get('lifecycle');
    const rows =
      id === undefined
        ? await read(
            lifecycle ? filteredSql : pageSql,
            lifecycle ? [tenantId, lifecycle] : [tenantId],
          )
        : await read(contactSql, [tenantId, id]);
    const ids = JSON.stringify(rows.slice(0, 20).map((row) => row['id']));
    const identities = await read(identitiesSql, [tenantId, ids]);
    const page = pageOf(rows, (row) =>
      shownContact(
        row,
        identities.filter((identity) => identity['contact_id'] === row['id']),
      ),
    );
    return id === undefined ? page : (page.data[0] ?? {});
  }
}

type Cells = Readonly<Record<string, Cell>>;

function pageOf(rows: readonly Cells[], show: (row: Cells) => object) {
  const shown = rows.slice(0, 20);
  const isLast = rows.length === shown.length;
  return { data: shown.map(show), nextCursor: isLast ? null : (shown.at(-1)?.['id'] ?? null) };
}

const keySql = 'select tenant_id from api_keys where hash = $1 and revoked_at is null';
const contactSql = 'select * from contacts where tenant_id = $1 and id = $2';
const newest = 'order by created_at desc, id desc limit 21';
// The index of this order has the column: without the condition, the database would sort all contacts.
const active = "tenant_id = $1 and archived_key = '0'";
const pageSql = `select * from contacts where ${active} ${newest}`;
const filteredSql = `select * from contacts where ${active} and lifecycle = $2 ${newest}`;
const messagesSql = `select m.*, (select v.contact_id from conversations v
  where v.tenant_id = m.tenant_id and v.id = m.conversation_id) as contact
  from messages m where m.tenant_id = $1 order by m.created_at desc, m.id desc limit 21`;
const identitiesSql = 'select * from identities where tenant_id = $1 and contact_id in (ids)';
const counterSql = (count: string) => `
  insert into event_counters (tenant_id, last_sequence) values ($1, ${count})
  on conflict (tenant_id) do update set last_sequence = event_counters.last_sequence + excluded.last_sequence
  returning last_sequence as last`;

interface ByHand {
  read(sql: string, values: readonly Cell[]): Promise<Record<string, Cell>[]>;
  write(tenantId: string, made: Made): Promise<void>;
}

function onPostgres({ databaseUrl, inOneStatement = false }: HandOptions): ByHand {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const names = new Map<string, string>();
  const query = async (
    text: string,
    values: readonly Cell[],
    on: pg.Pool | pg.PoolClient = pool,
  ) => {
    const name = names.get(text) ?? `q${names.size}`;
    names.set(text, name);
    return (await on.query({ name, text, values: [...values] })).rows;
  };
  return {
    read: (sql, values) =>
      query(sql.replace('ids', 'select json_array_elements_text($2::json)'), values),
    write: inOneStatement ? writeAtOnce : writeInTransaction,
  };

  async function writeInTransaction(tenantId: string, { rows, events }: Made): Promise<void> {
    const client = await pool.connect();
    const insert = async ({ table, cells }: Row) => {
      const marks = Object.keys(cells).map((_, place) => `$${place + 1}`);
      const text = `insert into ${table} (${Object.keys(cells)}) values (${marks})`;
      await query(text, Object.values(cells), client);
    };
    try {
      await client.query('begin');
      for (const row of rows) await insert(row);
      const [counted] = await query(counterSql('$2'), [tenantId, events.length], client);
      const first = Number(counted?.['last']) - events.length + 1;
      for (const [place, event] of events.entries()) {
        await insert(eventRow(tenantId, event, first + place));
      }
      await client.query('commit');
      client.release();
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async function writeAtOnce(tenantId: string, { rows, events }: Made): Promise<void> {
    const values: Cell[] = [tenantId];
    const bind = (cell: Cell) => `$${values.push(cell)}`;
    const parts = rows.map(({ table, cells }, place) => {
      const marks = Object.values(cells).map(bind);
      return `row${place} as (insert into ${table} (${Object.keys(cells)}) values (${marks}))`;
    });
    const inserts = events.map((event, place) => {
      // The number is put into the text of the event by the database.
      const { cells } = eventRow(tenantId, event, 0);
      const { sequence: _, body, ...others } = cells;
      const [head = '', tail = ''] = String(body).split('"sequence":0');
      const number = `last - ${events.length - 1 - place}`;
      const text = `${bind(`${head}"sequence":`)}::text || (${number}) || ${bind(tail)}::text`;
      return `event${place} as (insert into events (${Object.keys(others)}, sequence, body)
        select ${Object.values(others).map((cell) => `${bind(cell)}::text`)}, ${number}, ${text} from counter)`;
    });
    const counter = `counter as (${counterSql(String(events.length))})`;
    await query(`with ${[...parts, counter, ...inserts]} select 1`, values);
  }
}

function onSqlite(filename: string): ByHand {
  const writer = new BetterSqlite3(filename);
  const reader = new BetterSqlite3(filename, { readonly: true });
  writer.pragma('journal_mode = WAL');
  writer.pragma('synchronous = FULL');
  const prepared = new Map<string, BetterSqlite3.Statement>();
  const prepare = (db: BetterSqlite3.Database, sql: string) => {
    const known = prepared.get(sql) ?? db.prepare(sql.replaceAll(/\$\d+/g, '?'));
    prepared.set(sql, known);
    return known;
  };
  const insert = ({ table, cells }: Row) => {
    const marks = Object.keys(cells).map(() => '?');
    prepare(writer, `insert into ${table} (${Object.keys(cells)}) values (${marks})`).run(
      ...Object.values(cells),
    );
  };
  const write = writer.transaction((tenantId: string, { rows, events }: Made) => {
    for (const row of rows) insert(row);
    const counted = prepare(writer, counterSql('$2')).get(tenantId, events.length);
    // `returning` answers the row of the counter.
    const { last } = counted as { last: number };
    events.forEach((event, place) => {
      insert(eventRow(tenantId, event, last - (events.length - 1 - place)));
    });
  });
  return {
    // The rows have the columns that are selected.
    read: async (sql, values) =>
      prepare(reader, sql.replace('ids', 'select value from json_each($2)')).all(
        ...values,
      ) as Record<string, Cell>[],
    write: async (tenantId, made) => write.immediate(tenantId, made),
  };
}
