import { rowsIn } from '../db/table.ts';

export interface JobRow {
  position: number;
  name: string;
  payload: string;
  /** The state of the job. `blocked`: an older job with its order key must run first. */
  status: 'ready' | 'blocked' | 'leased' | 'dead';
  order_key: string | null;
  /** The job lane, whose jobs share a limit; empty when the job has only the limit of the tenant. */
  lane: string;
  /** The priority: see priorities.ts. */
  priority: number;
  attempts: number;
  due_at: number;
  lease_token: string | null;
  lease_until: number | null;
  /** How the last attempt of the job ended; null before the first. */
  last_error: string | null;
  created_at: string;
}

export const jobsTable = rowsIn<JobRow>('jobs', [
  'position',
  'name',
  'payload',
  'status',
  'order_key',
  'lane',
  'priority',
  'attempts',
  'due_at',
  'lease_token',
  'lease_until',
  'last_error',
  'created_at',
]);
