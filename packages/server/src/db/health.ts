import { inTime } from '../in-time.ts';
import { isMissing, neededExtensions, textIndexStates } from './build-text-indexes.ts';
import type { Database } from './database.ts';

export interface Finding {
  name: string;
  ok: boolean;
  /** The result of the check. For a failure, it also says how to correct the problem. */
  note: string;
}

const pingMs = 1_000;

/** Returns whether the database responds within a second. */
export async function ping(database: Database): Promise<boolean> {
  const answered = database.ping().then(
    () => true,
    // Every failure means the same to the load balancer: not ready.
    () => false,
  );
  return await inTime(answered, pingMs, () => false);
}

const greatestSkewMs = 1_000;

/** Checks that the clock of this process agrees with that of the database, which decides leases and quotas. */
export async function checkClock({ dialect, reader }: Database): Promise<Finding> {
  let skewMs = 0;
  if (dialect === 'postgres') {
    const askedMs = Date.now();
    const { rows } = await reader.raw('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const ms = Number(rows[0]?.ms);
    // The time that the answer took is no difference of the clocks.
    skewMs = Math.round(Math.max(askedMs - ms, ms - Date.now(), 0));
  }
  const ok = skewMs < greatestSkewMs;
  const advice = ok ? '' : ': synchronize the clocks';
  return { name: 'clock', ok, note: `${skewMs} ms from the clock of the database${advice}` };
}

/** Checks whether acknowledged writes survive a power cut. */
export async function checkDurability(database: Database): Promise<Finding[]> {
  const wanted =
    database.dialect === 'sqlite'
      ? { journal_mode: 'wal', synchronous: '2' }
      : { fsync: 'on', synchronous_commit: 'on' };
  return await Promise.all(
    Object.entries(wanted).map(async ([name, value]) => {
      const found = await readSetting(database, name);
      return { name, ok: found === value, note: found };
    }),
  );
}

const leastPostgres = 15;

/** Checks that Postgres is not older than the oldest version that Parley is tested with. */
export async function checkVersion(database: Database): Promise<Finding[]> {
  if (database.dialect === 'sqlite') return [];
  const found = await readSetting(database, 'server_version');
  const ok = Number.parseInt(found, 10) >= leastPostgres;
  const advice = `use Postgres ${leastPostgres} or newer`;
  return [{ name: 'version', ok, note: ok ? found : `${found}: ${advice}` }];
}

/** Checks whether Postgres can store all characters. With the encoding LATIN1, it would refuse the messages with emoji. */
export async function checkEncoding(database: Database): Promise<Finding[]> {
  if (database.dialect === 'sqlite') return [];
  const found = await readSetting(database, 'server_encoding');
  const ok = found === 'UTF8';
  const advice = `create a database with "encoding 'UTF8' template template0"`;
  return [{ name: 'encoding', ok, note: ok ? found : `${found}: ${advice}` }];
}

interface Processes {
  readonly processes: number;
  readonly databasePool: number;
  /** Whether they run workers, which listen for announcements of work on one more connection. */
  readonly worker: boolean;
}

/**
 * Checks whether Postgres allows as many connections as the processes of a server may open. Those that Postgres keeps for
 * superusers and other roles do not count.
 */
export async function checkConnections(
  { dialect, reader }: Database,
  { processes, databasePool, worker }: Processes,
): Promise<Finding[]> {
  if (dialect === 'sqlite') return [];
  const { rows } = await reader.raw(connectionSettingsSql);
  const values = new Map<string, number>(rows.map((row: Setting) => [row.name, +row.setting]));
  // Postgres before version 16 has no `reserved_connections`.
  const [most = 0, ...kept] = connectionSettings.map((name) => values.get(name) ?? 0);
  const allowed = kept.reduce((left, count) => left - count, most);
  const wanted = processes * databasePool + (worker ? 1 : 0);
  const ok = wanted <= allowed;
  const note = `up to ${wanted} of ${allowed}; each \`parley worker\` needs up to ${databasePool + 1} more`;
  const advice = 'lower PARLEY_PROCESSES or PARLEY_DATABASE_POOL, or raise max_connections';
  return [{ name: 'connections', ok, note: ok ? note : `${note}: ${advice}` }];
}

const connectionSettings = [
  'max_connections',
  'superuser_reserved_connections',
  'reserved_connections',
];
const connectionSettingsSql = `
  select name, setting from pg_settings where name in (${connectionSettings.map((name) => `'${name}'`)})`;

interface Setting {
  readonly name: string;
  readonly setting: string;
}

/** Checks whether the indexes of texts exist. Without them, searches of long lists are slower. */
export async function checkSearches({ dialect, reader }: Database): Promise<Finding[]> {
  if (dialect === 'sqlite') return [];
  const states = await textIndexStates((sql) => reader.raw(sql));
  const isBuilt = states.length > 0 && !states.some(isMissing);
  const wanted = neededExtensions.map((name) => `create extension ${name};`).join(' ');
  const advice = `without an index: let an administrator run "${wanted}", then run npx parley migrate up`;
  return [{ name: 'search', ok: true, note: isBuilt ? 'by an index' : advice }];
}

async function readSetting({ dialect, writer }: Database, name: string): Promise<string> {
  const answer = await writer.raw(dialect === 'sqlite' ? `pragma ${name}` : `show ${name}`);
  const [row] = dialect === 'sqlite' ? answer : answer.rows;
  return String(row?.[name]);
}
