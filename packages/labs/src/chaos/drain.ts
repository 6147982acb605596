import type { EventType } from '@parley/contract/schemas';
import type { Deps } from '../server.ts';
import { untilStill } from '../standstill.ts';
import type { Sink } from './sink.ts';

const pollMs = 250;
/**
 * How long nothing may change before the run counts the rest as lost. Longer than a lease (3 s), the wait for a
 * response that Postgres never gives (16 s) and the waits of a worker together.
 */
const standstillMs = 30_000;

/** The events, deliveries and lanes of the database at one moment. */
export interface Snapshot {
  /** The IDs of the events that each endpoint had received before. */
  readonly received: ReturnType<Sink['receivedIds']>;
  readonly events: readonly Written[];
  /** The deliveries that are not `delivered`. */
  readonly unsettled: readonly { id: string; status: string; attempts: number }[];
  readonly busyLanes: readonly { endpoint_id: string; in_flight: number }[];
}

export interface Written {
  tenant_id: string;
  id: string;
  type: EventType;
  sequence: number;
  subject_id: string;
}

/**
 * Waits until no delivery waits and no lane counts one, and reads the database at such a moment. Jobs of killed workers
 * still record events up to two minutes after the run. One transaction reads all tables, so the snapshot has both an
 * event and its deliveries, or neither. Also reads it when nothing has changed for too long.
 */
export async function readAtRest(deps: Deps, sink: Sink): Promise<Snapshot> {
  for (;;) {
    const isAtRest = await drain(deps);
    const received = sink.receivedIds();
    const snapshot = { received, ...(await readSnapshot(deps)) };
    const { unsettled, busyLanes } = snapshot;
    const isOpen = unsettled.some(({ status }) => status === 'ready') || busyLanes.length > 0;
    if (!isAtRest || !isOpen) return snapshot;
  }
}

/** Resolves with whether all work has ended; otherwise nothing has changed for too long. */
async function drain({ database }: Deps): Promise<boolean> {
  const left = await untilStill(() => workLeft(database), { pollMs, standstillMs });
  if (left !== '') console.log(await stillnessOf(database));
  return left === '';
}

/**
 * Returns an empty text when no delivery waits and no lane counts one; otherwise a text that changes with every finished
 * attempt. One statement reads both: a delivery ends in the commit in which its lane stops to count it.
 */
async function workLeft({ reader }: Deps['database']): Promise<string> {
  const [row] = await reader.select({
    waiting: reader('deliveries').where({ status: 'ready' }).count('*'),
    attempts: reader('deliveries').sum('attempts'),
    inFlight: reader('webhook_lanes').sum('in_flight'),
  });
  return Number(row.waiting) + Number(row.inFlight) === 0 ? '' : JSON.stringify(row);
}

async function readSnapshot({
  database: { dialect, reader },
}: Deps): Promise<Omit<Snapshot, 'received'>> {
  // A transaction on SQLite reads as of its first read.
  const options = dialect === 'postgres' ? { isolationLevel: 'repeatable read' as const } : {};
  return await reader.transaction(
    async (of) => ({
      events: await of('events')
        .select('tenant_id', 'id', 'type', 'sequence', 'subject_id')
        .orderBy(['tenant_id', 'sequence']),
      unsettled: await of('deliveries')
        .select('id', 'status', 'attempts')
        .whereNot('status', 'delivered'),
      busyLanes: await of('webhook_lanes')
        .select('endpoint_id', 'in_flight')
        .whereNot('in_flight', 0),
    }),
    options,
  );
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
