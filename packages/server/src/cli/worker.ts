import { Command } from 'commander';
import { closeAfter, stopMs } from '../closing.ts';
import { awaitConnections, awaitDatabase, startPatienceMs } from '../db/await-database.ts';
import { answerLimits } from '../db/postgres.ts';
import { startWorkers } from '../jobs/start-workers.ts';
import { serveMetrics } from '../metrics/serve.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { warnOfClock, warnOfMediaFolder } from './doctor.ts';
import { warnOfLostSecrets } from './secrets.ts';
import { closingOnFailure, openDeps } from './session.ts';
import { onStopSignal, stopper } from './stop-signals.ts';

export function workerCommand(): Command {
  return new Command('worker')
    .description(
      'Run background jobs and webhook deliveries, on the machine of `parley serve` or another',
    )
    .action(async () => {
      const deps = openDeps({ answerTimeoutMs: answerLimits.unattended });
      const { config, log } = deps;
      const patience = { log, waitMs: startPatienceMs };
      await closingOnFailure(deps, async () => {
        const metrics = await serveMetrics(deps);
        await awaitDatabase(config.databaseUrl, patience);
        await awaitConnections(() => prepareDatabase(deps, console.error), patience);
        await awaitConnections(() => warnOfLostSecrets(deps), patience);
        await awaitConnections(() => warnOfClock(deps), patience);
        await warnOfMediaFolder(deps);
        const workers = startWorkers(deps);
        const stop = async () => {
          await closeAfter(deps, workers.stop(stopMs), stopMs);
          metrics?.close();
        };
        onStopSignal(stopper(stop, log), { hangUp: true });
        console.log('Parley worker is running');
      });
    });
}
