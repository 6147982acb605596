import { rowsIn } from '../db/table.ts';

export interface JobRow {
  position: number;
  name: string;
  payload: string;
  /** `blocked`: an older job with its order key is to run first. */
  status: 'ready' | 'blocked' | 'leased' | 'dead';
  order_key: string | null;
  /** Those of one share a limit; empty where the jobs of the tenant do. */
  lane: string;
  /** See priorities.ts. */
  priority: number;
  attempts: number;
  due_at: number;
  lease_token: string | null;
  lease_until: number | null;
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
