import { cell, cellsIn } from '../db/rows-in.ts';
import type { RowOf } from '../db/table.ts';

export const jobsTable = cellsIn('jobs', {
  position: cell<number>(),
  name: cell<string>(),
  payload: cell<string>(),
  /** The state of the job. `blocked`: an older job with its order key must run first. */
  status: cell<'ready' | 'blocked' | 'leased' | 'dead'>(),
  order_key: cell<string | null>(),
  /** The job lane, whose jobs share a limit; empty when the job has only the limit of the tenant. */
  lane: cell<string>(),
  /** The priority: see priorities.ts. */
  priority: cell<number>(),
  attempts: cell<number>(),
  due_at: cell<number>(),
  lease_token: cell<string | null>(),
  lease_until: cell<number | null>(),
  /** How the last attempt of the job ended; null before the first. */
  last_error: cell<string | null>(),
  created_at: cell<string>(),
});

export type JobRow = RowOf<typeof jobsTable>;
