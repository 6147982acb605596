import { setTimeout as wait } from 'node:timers/promises';
import type { Place } from './place.ts';
import { between, oneOf } from './random.ts';
import type { Slot } from './slot.ts';

export interface Killed {
  kills: number;
  crashes: number;
}

interface KillOptions {
  readonly kills: number;
  /** How many of 100 kills also crash the database. */
  readonly crashes: number;
  readonly untilMs: number;
  random(): number;
}

const pauseMs = [60, 400] as const;

/** Kills running processes one after the other, until the requested number is reached or the time has passed. */
export async function killAround(
  slots: readonly Slot[],
  place: Place,
  { kills, crashes, untilMs, random }: KillOptions,
): Promise<Killed> {
  const killed: Killed = { kills: 0, crashes: 0 };
  const starting = new Set<Promise<void>>();
  let failure: unknown;
  while (killed.kills < kills && Date.now() < untilMs && failure === undefined) {
    await wait(between(random, ...pauseMs));
    // Spares a process that is still starting. Every process lives for a while, longer when few processes run.
    const slot = oneOf(random, slots);
    if (!slot?.isReady) continue;
    if (random() * 100 < crashes && (await place.crash())) killed.crashes += 1;
    await slot.kill();
    killed.kills += 1;
    const started: Promise<void> = slot
      .start()
      .catch((error: unknown) => {
        failure = error;
      })
      .finally(() => starting.delete(started));
    starting.add(started);
  }
  await Promise.all(starting);
  if (failure !== undefined) throw failure;
  return killed;
}
