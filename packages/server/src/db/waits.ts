import { channel } from 'node:diagnostics_channel';

/** A wait for a connection of a full pool of Postgres, or for the write lock of SQLite. It may have failed. */
export interface DatabaseWait {
  readonly seconds: number;
}

// metrics/measure.ts subscribes to it by this name: code in db/ does not import code of other folders.
const waits = channel('parley:databaseWait');

/** Publishes a wait that began at this value of `performance.now()` and ends now. */
export function publishWait(sinceMs: number): void {
  if (!waits.hasSubscribers) return;
  const wait: DatabaseWait = { seconds: (performance.now() - sinceMs) / 1_000 };
  waits.publish(wait);
}
