import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { placeOf } from './database-url.ts';
import { isUnavailable, namesFile, storageFailure } from './failures.ts';
import { connectAlone, endAlone, hasItsSettings } from './postgres.ts';

/** Thrown when the database cannot be reached or refuses the credentials. The message tells the operator why. */
export class NoDatabaseError extends Error {
  override readonly name = 'NoDatabaseError';
}

interface Patience {
  log: Logger;
  /** How long to wait for a database that is not available, in milliseconds. 0: try once. */
  waitMs: number;
  now?: () => number;
  sleep?: (ms: number) => Promise<void>;
}

/**
 * How long a server process waits for its database, in milliseconds. An orchestrator often starts both at the same
 * time.
 */
export const startPatienceMs = 60_000;

const firstPauseMs = 250;
const longestPauseMs = 5_000;

/**
 * Resolves when the database accepts connections. A starting or recovering database refuses connections for a while, so
 * it is polled. Wrong credentials fail at once. SQLite is always available.
 */
export async function awaitDatabase(
  databaseUrl: string | undefined,
  patience: Patience,
): Promise<void> {
  if (!databaseUrl) return;
  const connect = async () => {
    const error = await failureOfConnecting(databaseUrl);
    if (error !== undefined) throw error;
  };
  const notice = 'the database does not accept connections yet';
  await retrying(connect, patience, { passes, notice }).catch((error: unknown) => {
    throw new NoDatabaseError(problemOf(databaseUrl, error));
  });
}

/**
 * Runs `work`, which may open further connections, and repeats it while Postgres has no free one. Repeating it must be
 * safe.
 */
export async function awaitConnections(
  work: () => Promise<unknown>,
  patience: Patience,
): Promise<void> {
  const notice = 'the database has no free connection yet';
  await retrying(work, patience, { passes: hasNoConnection, notice });
}

interface Retrying {
  /** Returns whether the reason of a failure can end by itself. */
  passes(error: unknown): boolean;
  /** The line of the log for each failure. */
  notice: string;
}

/** Repeats work that fails, for `waitMs` after its first failure. */
async function retrying(
  work: () => Promise<unknown>,
  { log, waitMs, now = () => performance.now(), sleep = pause }: Patience,
  { passes, notice }: Retrying,
): Promise<void> {
  let giveUpAt: number | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      await work();
      return;
    } catch (error) {
      giveUpAt ??= now() + waitMs;
      if (!passes(error) || now() + pauseMs > giveUpAt) throw error;
      log.warn({ reason: reasonOf(error), pauseMs }, notice);
      await sleep(pauseMs);
    }
  }
}

/** Returns whether a database that starts or recovers can fail in this way. */
function passes(error: unknown): boolean {
  if (!isUnavailable(error) || namesFile(error) || isRefusal(error)) return false;
  return problemOfPooler(error) === undefined;
}

/** Returns whether Postgres refuses the credentials or the settings of a connection. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return !isUnavailable(error) || storageFailure(error) === 'refusal';
}

/** Returns what the operator should know about a failed connection. */
function problemOf(databaseUrl: string, error: unknown): string {
  const place = placeOf(databaseUrl);
  const pooler = problemOfPooler(error);
  if (pooler) {
    return `The server at ${place} ${pooler}. Set PARLEY_DATABASE_URL to Postgres itself, not to a pooler such as PgBouncer.`;
  }
  const reason = reasonOf(error);
  if (isRefusal(error)) return `The database refuses the connection: ${reason}.`;
  if (!isUnavailable(error) || namesFile(error)) {
    return `The connection to the database at ${place} failed: ${reason}. Check PARLEY_DATABASE_URL, also its sslmode and certificates.`;
  }
  return `The database at ${place} does not accept connections: ${reason}. ${adviceFor(error)}.`;
}

/** The failure of a connection through a pooler that ignores its settings. */
class IgnoredSettingsError extends Error {
  override readonly name = 'IgnoredSettingsError';
}

/** Returns what a pooler between the process and Postgres does with the settings of a connection; undefined without one. */
function problemOfPooler(error: unknown): string | undefined {
  if (error instanceof IgnoredSettingsError) {
    return 'ignores the settings of a connection, such as its time limits';
  }
  const reason = reasonOf(error);
  // Postgres knows all of the settings.
  if (!reason.startsWith('unsupported startup parameter')) return undefined;
  return `refuses the settings of a connection (${reason})`;
}

async function failureOfConnecting(databaseUrl: string): Promise<unknown> {
  let client: pg.Client | undefined;
  try {
    // Reads the files of certificates that the URL names.
    client = await connectAlone(databaseUrl);
    if (await hasItsSettings(client)) return undefined;
    return new IgnoredSettingsError();
  } catch (error) {
    return error ?? new Error('closed');
  } finally {
    if (client) await endAlone(client);
  }
}

/** The changes that give a server on Postgres free connections. */
export const forFreeConnections =
  'raise max_connections, or lower PARLEY_DATABASE_POOL and PARLEY_PROCESSES';

function hasNoConnection(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53300';
}

function adviceFor(error: unknown): string {
  return hasNoConnection(error)
    ? `Close other connections, ${forFreeConnections}`
    : 'Check that it runs and that PARLEY_DATABASE_URL is correct';
}

/** Returns the reason of a failed connection. If several addresses failed, the error has a code but no message. */
function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message || code || String(error);
}
