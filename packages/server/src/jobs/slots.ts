import type { JobSlots } from './job-handler.ts';
import type { HeldJobs, JobDemand } from './statements/claim-jobs.ts';

type RunningJob = Omit<HeldJobs, 'running'> & { readonly name: string };

interface Kind {
  readonly limits: JobSlots;
  running: number;
  /** By tenant and lane. */
  readonly held: Map<string, HeldJobs>;
}

const standardSlots: JobSlots = { atOnce: 10, ofTenant: 4 };

/** Counts what a process runs of each kind of job: a slow kind, a slow tenant or a slow channel leaves room for the others. */
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

  /** The kinds of work that can be claimed now. */
  demands(): JobDemand[] {
    return [...this.#kinds].flatMap(([name, { limits, running, held }]) => {
      const { atOnce, ofTenant, inLane = ofTenant } = limits;
      const room = atOnce - running;
      return room > 0 ? [{ name, room, ofTenant, inLane, held: [...held.values()] }] : [];
    });
  }

  #count({ name, tenantId, lane }: RunningJob, by: 1 | -1): void {
    const kind = this.#kinds.get(name);
    if (!kind) return;
    kind.running += by;
    const key = `${tenantId} ${lane}`;
    const running = (kind.held.get(key)?.running ?? 0) + by;
    if (running === 0) kind.held.delete(key);
    else kind.held.set(key, { tenantId, lane, running });
  }
}
