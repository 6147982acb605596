import { setTimeout } from 'node:timers/promises';
import type { Database } from '../src/db/database.ts';

/** Resolves when this number of queries on Postgres wait for a lock of another transaction. */
export async function someoneWaits({ writer }: Database, count = 1): Promise<void> {
  for (;;) {
    const { rows } = await writer.raw(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length >= count) return;
    await setTimeout(10);
  }
}
