import type { Deps } from './deps.ts';
import { inTime } from './in-time.ts';
import { closeOutbound } from './outbound/outbound.ts';

/** How long a process that stops waits for the work that it has started, in milliseconds. */
export const stopMs = 25_000;
/** The maximum time for the last writes and for closing when no work is running, in milliseconds. */
const closeMs = 2_000;

/**
 * Waits until work has ended, at most until its deadline, and closes the resources of the process. Both take a limited
 * time, so an unresponsive database does not prevent the process from ending.
 */
export async function closeAfter(
  deps: Deps,
  work: Promise<unknown>,
  deadlineMs: number,
): Promise<void> {
  const { log } = deps;
  await inTime(work, deadlineMs + closeMs, () => log.error('some work did not end in time'));
  await inTime(closeAll(deps), closeMs, () => log.error('some connections did not close in time'));
}

async function closeAll(deps: Deps): Promise<void> {
  await Promise.all([flushCounts(deps), deps.requestLog.flush()]);
  await Promise.all([
    ...Object.values(deps.outbound).map(closeOutbound),
    ...Object.values(deps.adapters).map((adapter) => adapter.close()),
  ]);
  await deps.reranker?.close();
  await deps.database.close();
}

/** Writes the counters that the process keeps in memory. */
export async function flushCounts({ admission, faqHits, log }: Deps): Promise<void> {
  const note = (err: unknown) => log.error({ err }, 'could not store usage counts');
  await Promise.all([admission.flushKeyUse().catch(note), faqHits.flush().catch(note)]);
}
