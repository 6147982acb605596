import { Command } from 'commander';
import { awaitDatabase, startPatienceMs } from '../db/await-database.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { inTime } from '../in-time.ts';
import { createWorker } from '../jobs/create-worker.ts';
import { serveMetrics } from '../metrics/serve.ts';
import { closeOutbound } from '../outbound/outbound.ts';
import { createDeliveryWorker } from '../webhook-endpoints/create-worker.ts';
import { openDeps } from './session.ts';

const deadlineMs = 25_000;
const closeMs = 2_000;

export function workerCommand(): Command {
  return new Command('worker')
    .description(
      'Run background jobs and webhook deliveries, on the machine of `parley serve` or another',
    )
    .action(async () => {
      const deps = openDeps();
      const { config, database, log } = deps;
      await serveMetrics(deps);
      await awaitDatabase(config.databaseUrl, { log, waitMs: startPatienceMs });
      await migrate(database, config, migrations);
      const workers = [createWorker(deps), createDeliveryWorker(deps)];
      for (const worker of workers) worker.start();
      let stopping = false;
      const stop = () => {
        if (stopping) process.exit(1);
        stopping = true;
        const ended = Promise.all(workers.map((worker) => worker.stop(deadlineMs)));
        // An unresponsive database must not prevent the process from ending.
        void inTime(ended, deadlineMs + closeMs, () => process.exit(1))
          .then(() => Promise.all(Object.values(deps.outbound).map(closeOutbound)))
          .then(() => Promise.all(Object.values(deps.adapters).map((adapter) => adapter.close())))
          .then(() => deps.database.close())
          .then(() => process.exit(0));
      };
      process.on('SIGTERM', stop);
      process.on('SIGINT', stop);
      console.log('Parley worker is running');
    });
}
