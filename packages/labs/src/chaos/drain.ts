import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from '../server.ts';

const pollMs = 250;
/**
 * How long nothing may change before the run counts the rest as lost. Longer than a lease (3 s), the wait for a
 * response that Postgres never gives (16 s) and the waits of a worker together.
 */
const standstillMs = 30_000;

/**
 * Resolves when every delivery has ended, or when nothing has changed for too long: the remaining deliveries are lost.
 */
export async function drain({ database }: Deps): Promise<void> {
  // A read fails while Postgres recovers from a crash. Then the run waits on.
  let before = 'not read yet';
  let changedAt = Date.now();
  for (;;) {
    const now = await unsettled(database).catch(() => before);
    if (now === '') return;
    if (now !== before) changedAt = Date.now();
    if (Date.now() - changedAt > standstillMs) return console.log(await stillnessOf(database));
    before = now;
    await wait(pollMs);
  }
}

/** Returns an empty text when no delivery waits; otherwise a text that changes with every finished attempt. */
async function unsettled(database: Deps['database']): Promise<string> {
  const [row] = await database
    .reader('deliveries')
    .whereIn('status', ['ready', 'leased'])
    .count({ open: '*' })
    .sum({ attempts: 'attempts' });
  return Number(row?.['open']) === 0 ? '' : JSON.stringify(row);
}

/** Returns what can block the deliveries: who holds leases and until when, and the activity of Postgres. */
async function stillnessOf({ dialect, reader }: Deps['database']): Promise<string> {
  const lanes: object[] = await reader('webhook_lanes').whereNot('in_flight', 0);
  const sessions =
    dialect === 'postgres'
      ? await reader('pg_stat_activity')
          .whereRaw('datname = current_database()')
          .select('pid', 'state', 'wait_event', 'xact_start', 'query_start', 'query')
      : [];
  return JSON.stringify({ stillAt: new Date(), lanes, sessions }, undefined, 2);
}
