import { setTimeout as sleep } from 'node:timers/promises';
import type { Topic } from '../db/statement.ts';
import type { SystemDb } from '../db/system-db.ts';
import { deliveryTopics } from '../events/statements/append-events.ts';
import { jobTopics } from './statements/enqueue-job.ts';

export const topicsOfWork: readonly Topic[] = [...jobTopics, ...deliveryTopics];

/** The shortest time between two announcements, in milliseconds. */
const announceMs = 50;

/** Announces the work that this process adds to the workers of other processes. On SQLite, does nothing. */
export function announceWork(system: SystemDb): void {
  if (system.dialect === 'sqlite') return;
  // Without an announcement, workers find the work when they look for it.
  gatherWork(system, announceMs, (topics) => system.announce(topics).catch(() => {}));
}

/**
 * Calls `tell` with the topics of the work that this process adds: at once after the commit, and then at most every `ms`
 * milliseconds. Never calls it while an earlier call runs.
 */
export function gatherWork(
  system: SystemDb,
  ms: number,
  tell: (topics: readonly Topic[]) => Promise<void> | void,
): void {
  const added = new Set<Topic>();
  let isTelling = false;
  const tellAll = async () => {
    isTelling = true;
    await Promise.resolve();
    while (added.size > 0) {
      const topics = [...added];
      added.clear();
      await Promise.all([tell(topics), sleep(ms, undefined, { ref: false })]);
    }
    isTelling = false;
  };
  for (const topic of topicsOfWork) {
    system.onWork(topic, () => {
      added.add(topic);
      if (!isTelling) void tellAll();
    });
  }
}
