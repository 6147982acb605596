import { Lanes } from './lanes.ts';
import { type BackgroundRoom, maxWaitMs } from './turn-batch.ts';

/** The connections that workers leave to requests. */
const keptForRequests = 2;
/** How long after its last query a request counts as running, in milliseconds. */
const requestMs = 100;
/**
 * The limits of workers while requests run: requests wait for the CPU time of these batches, in this process and in
 * Postgres. Workers begin with the share `lanes` of their lanes, but at least one. A batch that takes long may wait for a
 * lock, so each of them lets another run beside it, up to the share `lanesWhenSlow`. A batch has at most `writes` of
 * workers, or `writesWithRequests` if it has writes of requests, too.
 */
const besideRequests = {
  lanes: 1 / 3,
  lanesWhenSlow: 2 / 3,
  writes: 70,
  writesWithRequests: 35,
} as const;

/** Limits the batches of workers on Postgres. They leave room to requests, and more of it while requests run. */
export class RoomOfWorkers implements BackgroundRoom {
  readonly lanes: Lanes;
  #requestedAt = Number.NEGATIVE_INFINITY;

  /** A batch that takes `slowMs` milliseconds takes long. */
  constructor(connections: number, slowMs: number) {
    const most = Math.max(1, connections - keptForRequests);
    const few = Math.max(1, Math.floor(most * besideRequests.lanes));
    const more = Math.ceil(most * besideRequests.lanesWhenSlow);
    const count = (slow: number) => (this.#hasRequests() ? Math.min(few + slow, more) : most);
    this.lanes = new Lanes(count, maxWaitMs, slowMs);
  }

  noteRequest(): void {
    this.#requestedAt = performance.now();
  }

  writesBeside(requests: number): number {
    if (!this.#hasRequests()) return Number.POSITIVE_INFINITY;
    return requests > 0 ? besideRequests.writesWithRequests : besideRequests.writes;
  }

  #hasRequests(): boolean {
    return performance.now() - this.#requestedAt < requestMs;
  }
}
