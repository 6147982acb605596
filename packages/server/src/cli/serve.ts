import { Command } from 'commander';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import type { Deps } from '../deps.ts';
import { type Running, serve } from '../main.ts';
import { printDemo, seedDemo } from './demo.ts';
import { openDeps } from './session.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the API, and work off its jobs')
    .option('--demo', 'make a tenant with sandbox channels and a key, once')
    .action(async ({ demo = false }: { demo?: boolean }) => {
      const deps = openDeps();
      const { config, database } = deps;
      await closingOnFailure(deps, async () => {
        await migrate(database, config, migrations);
        const seeded = demo ? await seedDemo(deps) : undefined;
        const running = await serve(deps);
        if (demo) printDemo(seeded, running.url);
        else console.log(`Parley is listening on ${running.url}`);
        stopOnSignal(running, deps);
      });
    });
}

async function closingOnFailure(deps: Deps, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    await deps.database.close();
    throw error;
  }
}

function stopOnSignal(running: Running, { log }: Deps): void {
  let stopping = false;
  const stop = (signal: string) => {
    // A second signal means: now.
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    running.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
