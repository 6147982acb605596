import { Command } from 'commander';
import { awaitDatabase, startPatienceMs } from '../db/await-database.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import type { Deps } from '../deps.ts';
import { type Running, serve } from '../main.ts';
import { printDemo, type Seeded, seedDemo } from './demo.ts';
import { CommandError, openDeps } from './session.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the API and run background jobs')
    .option(
      '--demo',
      'create a tenant with sandbox channels and a key, if there is no demo tenant yet',
    )
    .action(async ({ demo = false }: { demo?: boolean }) => {
      const deps = openDeps();
      const { config, database, log } = deps;
      await closingOnFailure(deps, async () => {
        await awaitDatabase(config.databaseUrl, { log, waitMs: startPatienceMs });
        await migrate(database, config, migrations);
        const running = await listening(deps);
        stopOnSignal(running, deps);
        if (demo) printDemo(await seeding(deps, running), running.url);
        else console.log(`Parley is listening on ${running.url}`);
      });
    });
}

async function listening(deps: Deps): Promise<Running> {
  try {
    return await serve(deps);
  } catch (error) {
    const { host, port } = deps.config;
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    throw new CommandError(
      `Port ${port} of ${host} is in use: set PARLEY_PORT to another port, or to 0 for any free port.`,
    );
  }
}

/** Only after the server listens: a key created before a failure would never be shown. */
async function seeding(deps: Deps, running: Running): Promise<Seeded | undefined> {
  try {
    return await seedDemo(deps);
  } catch (error) {
    await running.stop();
    throw error;
  }
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
