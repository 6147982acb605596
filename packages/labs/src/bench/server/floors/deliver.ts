import { createHmac } from 'node:crypto';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { Agent, request } from 'undici';
import { sqliteFile } from '../../../server.ts';

// The minimal sender: claims due deliveries, signs, posts, and records the attempt, on its own tables with one index.
// It has no fairness, limits, throttle, breaker, address guard or deadline, reads only the status of a response, and
// knows one secret.

export const tablesByHand = [
  `create table by_hand (tenant_id text, id text, event_id text, url text, status text, attempts integer,
     due_at bigint, lease_until bigint, delivered_at text, primary key (tenant_id, id))`,
  `create index by_hand_ready on by_hand (due_at) where status = 'ready'`,
  `create table by_hand_attempts (tenant_id text, delivery_id text, n integer, at text, status_code integer,
     duration_ms integer, primary key (tenant_id, delivery_id, n))`,
];

export const fillByHand = `insert into by_hand (tenant_id, id, event_id, url, status, attempts, due_at)
  select d.tenant_id, d.id, d.event_id, w.url, 'ready', 0, d.due_at
  from deliveries d join webhook_endpoints w on w.tenant_id = d.tenant_id and w.id = d.endpoint_id
  where d.status = 'ready'`;

interface Claimed {
  tenant_id: string;
  id: string;
  event_id: string;
  attempts: number;
  body: string;
  url: string;
}

interface ByHand {
  claim(limit: number): Promise<Claimed[]>;
  settle(done: readonly { delivery: Claimed; status: number; ms: number }[]): Promise<void>;
  close(): Promise<void>;
}

const claimedAtOnce = 200;
const inFlight = 200;
const gatherMs = 10;
const leaseMs = 60_000;

/** Sends deliveries with minimal hand-written code. Returns a function that stops it. */
export function deliverByHand(place: {
  dataDir: string;
  databaseUrl: string;
  secret: string;
}): () => Promise<void> {
  const database = place.databaseUrl
    ? onPostgres(place.databaseUrl)
    : onSqlite(sqliteFile(place.dataDir));
  const key = Buffer.from(place.secret.slice('whsec_'.length), 'base64');
  const agent = new Agent();
  let running = 0;
  let isStopped = false;
  let done: { delivery: Claimed; status: number; ms: number }[] = [];
  let settling: Promise<void> | undefined;
  let claiming = false;

  async function post(delivery: Claimed): Promise<void> {
    running += 1;
    const { event_id: id, body, url } = delivery;
    const seconds = Math.floor(Date.now() / 1_000);
    const mac = createHmac('sha256', key).update(`${id}.${seconds}.`).update(body);
    const startedAt = performance.now();
    const response = await request(url, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,${mac.digest('base64')}`,
      },
      body,
    });
    await response.body.dump();
    const ms = Math.round(performance.now() - startedAt);
    done.push({ delivery, status: response.statusCode, ms });
    running -= 1;
  }

  async function claim(): Promise<void> {
    if (claiming || isStopped || running >= inFlight) return;
    claiming = true;
    for (const delivery of await database.claim(Math.min(claimedAtOnce, inFlight - running))) {
      void post(delivery);
    }
    claiming = false;
  }

  async function settle(): Promise<void> {
    const batch = done;
    done = [];
    if (batch.length > 0) await database.settle(batch);
    await claim();
  }

  const timer = setInterval(() => {
    settling ??= settle().finally(() => {
      settling = undefined;
    });
  }, gatherMs);
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await settling;
    await database.close();
  };
}

function onPostgres(connectionString: string): ByHand {
  const pool = new pg.Pool({ connectionString, max: 4 });
  return {
    claim: async (limit) => {
      const { rows } = await pool.query<Claimed>({
        name: 'claim',
        text: `with due as (
            select tenant_id, id from by_hand where status = 'ready' and due_at <= $2
            order by due_at limit $1 for update skip locked)
          update by_hand d set status = 'leased', lease_until = $3, attempts = d.attempts + 1
          from due, events e
          where d.tenant_id = due.tenant_id and d.id = due.id
            and e.tenant_id = d.tenant_id and e.id = d.event_id
          returning d.tenant_id, d.id, d.event_id, d.attempts, d.url, e.body`,
        values: [limit, Date.now(), Date.now() + leaseMs],
      });
      return rows;
    },
    settle: async (done) => {
      const at = new Date().toISOString();
      await pool.query({
        name: 'settle',
        text: `with settled as (
            update by_hand d set status = 'delivered', delivered_at = $6
            from unnest($1::text[], $2::text[]) as g (tenant_id, id)
            where d.tenant_id = g.tenant_id and d.id = g.id and d.status = 'leased')
          insert into by_hand_attempts (tenant_id, delivery_id, n, at, status_code, duration_ms)
          select tenant_id, id, n, $6, status, ms
          from unnest($1::text[], $2::text[], $3::integer[], $4::integer[], $5::integer[])
            as g (tenant_id, id, n, status, ms)`,
        values: [
          done.map(({ delivery }) => delivery.tenant_id),
          done.map(({ delivery }) => delivery.id),
          done.map(({ delivery }) => delivery.attempts),
          done.map(({ status }) => status),
          done.map(({ ms }) => ms),
          at,
        ],
      });
    },
    close: () => pool.end(),
  };
}

function onSqlite(filename: string): ByHand {
  const db = new BetterSqlite3(filename);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('busy_timeout = 5000');
  const due = db.prepare(
    `select d.tenant_id, d.id, d.event_id, d.attempts + 1 as attempts, d.url, e.body
     from by_hand d join events e on e.tenant_id = d.tenant_id and e.id = d.event_id
     where d.status = 'ready' and d.due_at <= ? order by d.due_at limit ?`,
  );
  const lease = db.prepare(
    `update by_hand set status = 'leased', lease_until = ?, attempts = attempts + 1
     where tenant_id = ? and id = ?`,
  );
  const settle = db.prepare(
    `update by_hand set status = 'delivered', delivered_at = ?
     where tenant_id = ? and id = ? and status = 'leased'`,
  );
  const insert = db.prepare(
    `insert into by_hand_attempts (tenant_id, delivery_id, n, at, status_code, duration_ms)
     values (?, ?, ?, ?, ?, ?)`,
  );
  const claim = db.transaction((limit: number) => {
    // The columns selected are those of Claimed.
    const rows = due.all(Date.now(), limit) as Claimed[];
    for (const row of rows) lease.run(Date.now() + leaseMs, row.tenant_id, row.id);
    return rows;
  });
  const settleAll = db.transaction(
    (done: readonly { delivery: Claimed; status: number; ms: number }[]) => {
      const at = new Date().toISOString();
      for (const { delivery, status, ms } of done) {
        settle.run(at, delivery.tenant_id, delivery.id);
        insert.run(delivery.tenant_id, delivery.id, delivery.attempts, at, status, ms);
      }
    },
  );
  return {
    claim: async (limit) => claim.immediate(limit),
    settle: async (done) => settleAll.immediate(done),
    close: async () => void db.close(),
  };
}
