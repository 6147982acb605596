import type { JobSlots } from './job-handler.ts';
import type { HeldJobs, JobDemand } from './statements/claim-jobs.ts';

interface Lane {
  readonly tenantId: string;
  readonly lane: string;
}

type RunningJob = Lane & { readonly name: string };

interface Kind {
  readonly limits: JobSlots;
  running: number;
  /** The lanes with running jobs, by tenant and lane. */
  readonly held: Map<string, Lane & { readonly running: number }>;
}

const standardSlots: JobSlots = { atOnce: 10, ofTenant: 4 };

/**
 * Limits the running jobs of each kind in this process, so that a slow kind, tenant or channel leaves room for others.
 */
export class Slots {
  readonly #kinds: ReadonlyMap<string, Kind>;

  constructor(handlers: Readonly<Record<string, { readonly slots?: JobSlots }>>) {
    this.#kinds = new Map(
      Object.entries(handlers).map(([name, { slots = standardSlots }]) => [
        name,
        { limits: slots, running: 0, held: new Map() },
      ]),
    );
  }

  take(job: RunningJob): void {
    this.#count(job, 1);
  }

  free(job: RunningJob): void {
    this.#count(job, -1);
  }

  /** Returns whether the running jobs leave no room for another job of the kind, tenant and lane of this one. */
  isFull({ name, tenantId, lane }: RunningJob): boolean {
    const kind = this.#kinds.get(name);
    if (!kind) return false;
    const { atOnce, ofTenant, inLane = ofTenant } = kind.limits;
    const ofLane = kind.held.get(laneKey(tenantId, lane))?.running ?? 0;
    if (kind.running >= atOnce || ofLane >= inLane) return true;
    const held = [...kind.held.values()].filter((other) => other.tenantId === tenantId);
    return held.reduce((sum, { running }) => sum + running, 0) >= ofTenant;
  }

  /** Returns the kinds of job that can be claimed now, with their limits. */
  demands(nowMs: number): JobDemand[] {
    return [...this.#kinds].flatMap(([name, kind]) => {
      const { atOnce, ofTenant, inLane = ofTenant, pace } = kind.limits;
      const room = atOnce - kind.running;
      if (room <= 0) return [];
      const ofUnknown = Math.min(inLane, pace?.unknownRoom ?? inLane);
      return [{ name, room, ofTenant, inLane: ofUnknown, held: heldJobs(kind, nowMs) }];
    });
  }

  /**
   * Returns the milliseconds until the first job lane that has reached its limit per second may begin another job;
   * undefined when no lane has reached it.
   */
  opensInMs(nowMs: number): number | undefined {
    const closed = [...this.#kinds.values()]
      .flatMap(({ limits }) => limits.pace?.rooms(nowMs) ?? [])
      .filter(({ room }) => room <= 0);
    return closed.length > 0 ? Math.min(...closed.map(({ opensInMs }) => opensInMs)) : undefined;
  }

  #count({ name, tenantId, lane }: RunningJob, by: 1 | -1): void {
    const kind = this.#kinds.get(name);
    if (!kind) return;
    kind.running += by;
    const key = laneKey(tenantId, lane);
    const running = (kind.held.get(key)?.running ?? 0) + by;
    if (running === 0) kind.held.delete(key);
    else kind.held.set(key, { tenantId, lane, running });
  }
}

/**
 * Returns each job lane that has running jobs or a limit per second, with the number of its jobs that may be claimed.
 */
function heldJobs({ limits, held }: Kind, nowMs: number): HeldJobs[] {
  const { ofTenant, inLane = ofTenant, pace } = limits;
  const lanes = new Map<string, HeldJobs>();
  for (const [key, lane] of held) lanes.set(key, { ...lane, room: inLane - lane.running });
  for (const { tenantId, lane, room } of pace?.rooms(nowMs) ?? []) {
    const key = laneKey(tenantId, lane);
    const { running = 0 } = lanes.get(key) ?? {};
    lanes.set(key, { tenantId, lane, running, room: Math.min(room, inLane - running) });
  }
  return [...lanes.values()];
}

export function laneKey(tenantId: string, lane: string): string {
  return `${tenantId} ${lane}`;
}
