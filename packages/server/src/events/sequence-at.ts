import { firstIdAt } from '@parley/domain';
import type { TenantDb } from '../db/tenant-db.ts';
import { eventsTable } from './table.ts';

/**
 * The longest time from an event to its commit, in milliseconds, also if the machine pauses the process in between. An
 * event that is older than another by this much was also committed earlier.
 */
const longestCommitMs = 300_000;

/** The usual longest time from an event to its commit, in milliseconds: as long as no machine pauses the process. */
export const usualCommitMs = 60_000;

/** Returns a sequence number lower than that of every event from this time or later. Needs one look-up. */
export async function sequenceBefore(
  db: TenantDb,
  time: string,
  commitMs = longestCommitMs,
): Promise<number> {
  const before = firstIdAt('evt', Date.parse(time) - commitMs);
  const earlier = db.select(eventsTable).where('id', '<', before);
  const last = await earlier.orderBy('id', 'desc').limit(1).first();
  return last?.sequence ?? (await beforeFirst(db));
}

/**
 * Returns the sequence number before the oldest stored event. A range from 0 would search for all the deleted events.
 */
async function beforeFirst(db: TenantDb): Promise<number> {
  const first = await db.select(eventsTable).orderBy('sequence').limit(1).first();
  return first ? first.sequence - 1 : 0;
}

/** Returns a sequence number that no event from before this time exceeds. */
export async function sequenceAfter(
  db: TenantDb,
  time: string,
  commitMs = longestCommitMs,
): Promise<number> {
  const from = firstIdAt('evt', Date.parse(time) + commitMs);
  const first = await db.select(eventsTable).where('id', '>=', from).orderBy('id').limit(1).first();
  return first?.sequence ?? (await lastSequence(db));
}

async function lastSequence(db: TenantDb): Promise<number> {
  const last = await db.select(eventsTable).orderBy('sequence', 'desc').limit(1).first();
  return last?.sequence ?? 0;
}
