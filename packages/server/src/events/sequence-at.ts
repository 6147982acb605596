import { firstIdAt } from '@parley/domain';
import type { TenantDb } from '../db/tenant-db.ts';
import { eventsTable } from './table.ts';

/** No transaction stays open that long: events recorded earlier than that are committed earlier too. */
const longestTransactionMs = 60_000;

/** A number so low that every event of this time or later has a higher one; found by one look-up. */
export async function sequenceBefore(db: TenantDb, time: string): Promise<number> {
  const before = firstIdAt('evt', Date.parse(time) - longestTransactionMs);
  const earlier = db.select(eventsTable).where('id', '<', before);
  const last = await earlier.orderBy('id', 'desc').limit(1).first();
  return last?.sequence ?? (await beforeFirst(db));
}

/** The number before the oldest event. Pruned events had numbers, too: a range from 0 would look for all of them. */
async function beforeFirst(db: TenantDb): Promise<number> {
  const first = await db.select(eventsTable).orderBy('sequence').limit(1).first();
  return first ? first.sequence - 1 : 0;
}

/** A number so high that every event before this time has a lower one, or this. */
export async function sequenceAfter(db: TenantDb, time: string): Promise<number> {
  const from = firstIdAt('evt', Date.parse(time) + longestTransactionMs);
  const first = await db.select(eventsTable).where('id', '>=', from).orderBy('id').limit(1).first();
  return first?.sequence ?? (await lastSequence(db));
}

async function lastSequence(db: TenantDb): Promise<number> {
  const last = await db.select(eventsTable).orderBy('sequence', 'desc').limit(1).first();
  return last?.sequence ?? 0;
}
