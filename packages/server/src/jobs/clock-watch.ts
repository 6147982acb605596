import type { Logger } from 'pino';
import type { SystemDb } from '../db/system-db.ts';
import { type Clock, followClock, readClock } from './statements/follow-clock.ts';

/** A jump of the clock that is no correction. */
const jumpMs = 10_000;

/**
 * Compares the database's clock with the time that passes in this process. After a step forward leases seem to have
 * ended whose workers are alive: for as long as a lease lasts, this process ends none.
 */
export class ClockWatch {
  readonly #leaseMs: number;
  #last: { readonly nowMs: number; readonly atMs: number } | undefined;
  #endsNoneUntilMs = 0;

  constructor(leaseMs: number) {
    this.#leaseMs = leaseMs;
  }

  /** Follows a step back. Returns whether leases that are over may be given to others. */
  async mayEndLeases(system: SystemDb, log: Logger): Promise<boolean> {
    const { nowMs, steppedBackMs } = await look(system);
    const atMs = performance.now();
    if (steppedBackMs > 0) log.warn({ steppedBackMs }, 'the clock of the database stepped back');
    const last = this.#last;
    const jumpedMs = last ? nowMs - last.nowMs - (atMs - last.atMs) : 0;
    if (jumpedMs > jumpMs) {
      log.warn({ jumpedMs }, 'the clock of the database jumped forward');
      this.#endsNoneUntilMs = atMs + this.#leaseMs;
    }
    this.#last = { nowMs, atMs };
    return atMs >= this.#endsNoneUntilMs;
  }
}

/** Most looks find nothing to write: a write would wait for its turn, and the writes of requests for it. */
async function look(system: SystemDb): Promise<Clock> {
  const { nowMs, isDue } = await system.run(readClock, null);
  return isDue ? await system.run(followClock, null) : { nowMs, steppedBackMs: 0 };
}
