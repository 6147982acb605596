import { setTimeout as pause } from 'node:timers/promises';
import { parseUrl } from '@parley/contract/schemas';
import pg from 'pg';
import type { Logger } from 'pino';
import { isUnavailable, storageFailure } from './failures.ts';
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
  { log, waitMs, now = () => performance.now(), sleep = pause }: Patience,
): Promise<void> {
  if (!databaseUrl) return;
  const giveUpAt = now() + waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const error = await failureOfConnecting(databaseUrl);
    if (error === undefined) return;
    const problem = problemOfPooler(error);
    if (problem) {
      throw new NoDatabaseError(
        `The server at ${placeOf(databaseUrl)} ${problem}. Set PARLEY_DATABASE_URL to Postgres itself, not to a pooler such as PgBouncer.`,
      );
    }
    const isRefused = !isUnavailable(error) || storageFailure(error) === 'refusal';
    if (error instanceof pg.DatabaseError && isRefused) {
      throw new NoDatabaseError(`The database refuses the connection: ${reasonOf(error)}.`);
    }
    if (!isUnavailable(error)) {
      throw new NoDatabaseError(
        `The connection to the database at ${placeOf(databaseUrl)} failed: ${reasonOf(error)}. Check PARLEY_DATABASE_URL, also its sslmode and certificates.`,
      );
    }
    if (now() + pauseMs > giveUpAt) {
      throw new NoDatabaseError(
        `The database at ${placeOf(databaseUrl)} does not accept connections: ${reasonOf(error)}. ${adviceFor(error)}.`,
      );
    }
    log.warn({ reason: reasonOf(error), pauseMs }, 'the database does not accept connections yet');
    await sleep(pauseMs);
  }
}

/**
 * Does work at the start of a server process that needs more connections than `awaitDatabase` has tried. While Postgres
 * has no free one, tries again. The work must be safe to repeat.
 */
export async function awaitConnections(
  work: () => Promise<unknown>,
  { log, waitMs, now = () => performance.now(), sleep = pause }: Patience,
): Promise<void> {
  const giveUpAt = now() + waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      await work();
      return;
    } catch (error) {
      if (!hasNoConnection(error) || now() + pauseMs > giveUpAt) throw error;
      log.warn({ reason: reasonOf(error), pauseMs }, 'the database has no free connection yet');
      await sleep(pauseMs);
    }
  }
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

/** Returns the host and database of a URL, without user and password. */
function placeOf(databaseUrl: string): string {
  const url = parseUrl(databaseUrl);
  return url ? url.host || 'its socket' : 'its address';
}
