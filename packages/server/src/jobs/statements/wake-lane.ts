import { databaseMs, perCall, type WriteStatement } from '../../db/statement.ts';
import type { JobName } from '../payloads.ts';
import { jobTopics } from './enqueue-job.ts';

/** How the attempt of a job ended that waits until its channel can send messages. */
export const channelWait = 'SVC-CHANNEL-UNAVAILABLE';

interface Woken {
  readonly name: JobName;
  readonly lane: string;
  /** How the last attempt of the jobs ended. Other jobs of the lane keep their time. Absent: all jobs become due. */
  readonly lastError?: string;
}

/** The maximum number of jobs that become due, so that the statement writes few rows. */
const atMost = 5_000;

// Jobs that another transaction has locked are being claimed. Waiting for them could be a deadlock, because a worker
// locks its job before the channel.
const wake = (
  [tenant = '', name, lane, nowMs, lastError]: readonly string[],
  unlocked: string,
) => `update jobs set due_at = ${nowMs} where position in (
    select position from jobs
    where status = 'ready' and tenant_id = ${tenant} and name = ${name} and lane = ${lane}
      and due_at > ${nowMs} and (${lastError} is null or last_error = ${lastError})
    order by due_at limit ${atMost} ${unlocked})`;

/** Makes jobs of a lane due now that wait for a later time: the first 5,000. */
export const wakeLane: WriteStatement<Woken, void> = {
  name: 'wake-lane',
  access: 'write',
  atomic: true,
  wakes: () => jobTopics,
  sqlite(db, { tenantId, input }) {
    const given = ['@tenantId', '@name', '@lane', '@nowMs', '@lastError'];
    db.prepare(wake(given, '')).run({ lastError: null, ...input, tenantId, nowMs: Date.now() });
  },
  postgres: perCall(async (db, { tenantId, input: { name, lane, lastError = null } }) => {
    const given = ['$1', '$2', '$3', databaseMs, '$4::text'];
    const text = wake(given, 'for update skip locked');
    await db.rows('wake-lane', text, [tenantId, name, lane, lastError]);
  }),
};
