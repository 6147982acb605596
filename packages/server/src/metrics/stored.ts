import type * as PromClient from 'prom-client';
import { countChannels } from '../channels/statements/count-channels.ts';
import type { SystemDb } from '../db/system-db.ts';
import { oldestJobMs } from '../jobs/statements/claim-jobs.ts';
import { countDeadJobs, deadJobsCounted } from '../jobs/statements/count-dead-jobs.ts';
import { oldestDeliveryMs } from '../webhook-deliveries/statements/claim-deliveries.ts';

export interface Stored {
  readonly system: SystemDb;
  /** The names of all kinds of job. */
  readonly jobs: readonly string[];
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number];

interface StoredGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  read(stored: Stored): Promise<readonly Sample[]>;
}

const gauges: readonly StoredGauge[] = [
  {
    name: 'parley_dead_jobs',
    help: `Jobs of all tenants whose last attempt failed; at most ${deadJobsCounted}.`,
    labelNames: ['job'],
    async read({ system }) {
      const counts = await system.run(countDeadJobs, null);
      return counts.map(({ name, count }) => [{ job: name }, count]);
    },
  },
  {
    name: 'parley_channels',
    help: 'Channels of all tenants, by status.',
    labelNames: ['channel_type', 'provider', 'status'],
    async read({ system }) {
      const counts = await system.run(countChannels, null);
      return counts.map(({ count, type, ...labels }) => [{ ...labels, channel_type: type }, count]);
    },
  },
  {
    name: 'parley_oldest_due_seconds',
    help: 'How long the oldest job or webhook delivery has been due that no worker has claimed; 0 when none is due.',
    labelNames: ['work'],
    async read({ system, jobs }) {
      const works = [
        [oldestJobMs, jobs] as const,
        [oldestDeliveryMs, ['webhook-delivery']] as const,
      ];
      const samples = works.map(async ([statement, names]) => {
        const ages = await system.run(statement, names);
        return names.map((work): Sample => [{ work }, (ages.get(work) ?? 0) / 1_000]);
      });
      return (await Promise.all(samples)).flat();
    },
  },
];

/** Adds metrics that are read from the database at each request, so every process shows the same numbers. */
export function addStored(
  { Gauge }: typeof PromClient,
  registry: PromClient.Registry,
  stored: Stored,
): void {
  for (const { name, help, labelNames, read } of gauges) {
    new Gauge({
      name,
      help: `${help} Missing while the database does not answer.`,
      labelNames,
      registers: [registry],
      async collect() {
        const samples = await read(stored).catch(() => undefined);
        this.reset();
        for (const [labels, value] of samples ?? []) this.set(labels, value);
      },
    });
  }
}
