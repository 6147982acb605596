import type { Logger } from 'pino';
import type { SystemDb } from '../db/system-db.ts';
import { type Clock, followClock, readClock } from './statements/follow-clock.ts';

/** The smallest step forward that counts as a jump, in milliseconds. Smaller ones are corrections of the clock. */
const jumpMs = 10_000;

/**
 * Compares the database's clock with the time that passes in this process. After a jump forward, leases of running
 * workers seem to have ended. So this process ends no lease for as long as a lease lasts.
 */
export class ClockWatch {
  readonly #leaseMs: number;
  readonly #warns: boolean;
  /** The last reading of the clock, and when this process asked for it. */
  #last: { readonly nowMs: number; readonly askedMs: number } | undefined;
  #endsNoneUntilMs = 0;

  /** With `warns: false`, logs no jump forward, because another watch of the process does. */
  constructor(leaseMs: number, { warns = true } = {}) {
    this.#leaseMs = leaseMs;
    this.#warns = warns;
  }

  /**
   * Handles a step back of the clock. Returns whether leases that have ended may be given to other workers. When the
   * worker stops, another one continues.
   */
  async mayEndLeases(system: SystemDb, log: Logger, stopping?: AbortSignal): Promise<boolean> {
    const askedMs = performance.now();
    const { nowMs, steppedBackMs } = await look(system, stopping);
    const atMs = performance.now();
    if (steppedBackMs > 0) log.warn({ steppedBackMs }, 'the clock of the database stepped back');
    const last = this.#last;
    // Either answer may have been late, because the database was slow or the process stood still.
    const jumpedMs = last ? nowMs - last.nowMs - (atMs - last.askedMs) : 0;
    if (jumpedMs > jumpMs) {
      if (this.#warns) {
        log.warn({ jumpedMs: Math.round(jumpedMs) }, 'the clock of the database jumped forward');
      }
      this.#endsNoneUntilMs = atMs + this.#leaseMs;
    }
    this.#last = { nowMs, askedMs };
    return atMs >= this.#endsNoneUntilMs;
  }
}

/** Reads the clock. Writes only when that is needed, because a write would delay the writes of requests. */
async function look(system: SystemDb, stopping?: AbortSignal): Promise<Clock> {
  const { nowMs, isDue } = await system.run(readClock, null);
  let clock: Clock = { nowMs, steppedBackMs: 0 };
  for (let isMoving = isDue; isMoving && !stopping?.aborted; ) {
    const followed = await system.run(followClock, null);
    const steppedBackMs = Math.max(clock.steppedBackMs, followed.steppedBackMs);
    clock = { nowMs: followed.nowMs, steppedBackMs };
    isMoving = followed.isMoving;
  }
  return clock;
}
