import { availableParallelism } from 'node:os';
import * as z from 'zod';

const most = 64;

/** The setting PARLEY_PROCESSES. */
export const processes = z
  .string()
  .refine(
    (text) => text === 'auto' || (/^[1-9]\d?$/.test(text) && Number(text) <= most),
    `must be auto, or a whole number from 1 to ${most}`,
  );

/** One process serves SQLite: it counts the quotas in memory. */
export function processesOf(wanted: string, { onPostgres }: { onPostgres: boolean }): number {
  if (wanted !== 'auto') return Number(wanted);
  return onPostgres ? Math.min(availableParallelism(), most) : 1;
}
