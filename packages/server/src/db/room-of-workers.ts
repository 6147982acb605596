import { Lanes } from './lanes.ts';
import { type BackgroundRoom, maxWaitMs } from './turn-batch.ts';

/** The connections that workers leave to requests. */
const keptForRequests = 2;
/** How long after its last query a request counts as running, in milliseconds. */
const requestMs = 100;
/**
 * The limits of workers while requests run, because their batches use CPU time of this process and of Postgres. Workers
 * begin with `laneShare` of their lanes, but at least one. A slow batch may be waiting for a lock, so each slow batch lets
 * another run beside it, up to `laneShareWhenSlow`. A batch has at most `writes` of workers, or `writesWithRequests` if it
 * has writes of requests, too.
 */
const besideRequests = {
  laneShare: 1 / 3,
  laneShareWhenSlow: 2 / 3,
  writes: 70,
  writesWithRequests: 35,
} as const;

/** Limits the batches of workers on Postgres. They leave room to requests, and more of it while requests run. */
export class RoomOfWorkers implements BackgroundRoom {
  readonly lanes: Lanes;
  #requestedAt = Number.NEGATIVE_INFINITY;

  /** Counts a batch as slow once it has run for `slowMs` milliseconds. */
  constructor(connections: number, slowMs: number) {
    const most = Math.max(1, connections - keptForRequests);
    const few = Math.max(1, Math.floor(most * besideRequests.laneShare));
    // With two lanes, both: otherwise a batch that waits for a lock would stop all workers.
    const more = Math.max(Math.min(2, most), Math.floor(most * besideRequests.laneShareWhenSlow));
    const count = (slow: number) => (this.#hasRequests() ? Math.min(few + slow, more) : most);
    this.lanes = new Lanes(count, maxWaitMs, slowMs);
  }

  noteRequest(): void {
    this.#requestedAt = performance.now();
  }

  writesBeside(requests: number): number {
    if (requests > 0) return besideRequests.writesWithRequests;
    return this.#hasRequests() ? besideRequests.writes : Number.POSITIVE_INFINITY;
  }

  #hasRequests(): boolean {
    return performance.now() - this.#requestedAt < requestMs;
  }
}
