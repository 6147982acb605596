import type { JobSlots } from './job-handler.ts';
import type { JobDemand } from './statements/claim-jobs.ts';

interface RunningJob {
  readonly name: string;
  readonly tenantId: string;
}

const standardSlots: JobSlots = { atOnce: 10, ofTenant: 4 };

/** Counts the running jobs of each kind: a slow kind, or a slow tenant, leaves room for others. */
export class Slots {
  readonly #kinds: ReadonlyMap<
    string,
    { limits: JobSlots; running: number; held: Map<string, number> }
  >;

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
      const room = limits.atOnce - running;
      return room > 0 ? [{ name, room, ofTenant: limits.ofTenant, held }] : [];
    });
  }

  #count({ name, tenantId }: RunningJob, by: 1 | -1): void {
    const kind = this.#kinds.get(name);
    if (!kind) return;
    kind.running += by;
    const held = (kind.held.get(tenantId) ?? 0) + by;
    if (held === 0) kind.held.delete(tenantId);
    else kind.held.set(tenantId, held);
  }
}
