import { Command, Option } from 'commander';
import { publicUrlProblem } from '../branding/service.ts';
import { awaitConnections, awaitDatabase, startPatienceMs } from '../db/await-database.ts';
import { lockServing } from '../db/serving-lock.ts';
import type { Deps } from '../deps.ts';
import { serve } from '../main.ts';
import { areMetricsAtPort } from '../metrics/config.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { warnOfPasswords } from './check-native-modules.ts';
import { printDemo, type Seeded, seedDemo } from './demo.ts';
import { warnOfClock, warnOfMediaFolder } from './doctor.ts';
import { GroupMember } from './group-member.ts';
import { ProcessGroup } from './process-group.ts';
import { warnOfLostSecrets } from './secrets.ts';
import { CommandError, closingOnFailure, openDeps } from './session.ts';
import { printSetup } from './setup.ts';
import { onStopSignal, stopper } from './stop-signals.ts';

export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the API and run background jobs')
    .option(
      '--demo',
      'create a tenant with sandbox channels and a key, if there is no demo tenant yet',
    )
    .addOption(new Option('--process <name>', 'one of several, started by another').hideHelp())
    .action(async ({ demo = false, process: name }: { demo?: boolean; process?: string }) => {
      const deps = openDeps({ name });
      const { config, database, log } = deps;
      const patience = { log, waitMs: startPatienceMs };
      const member = name === undefined ? undefined : new GroupMember(deps, name);
      await closingOnFailure(deps, async () => {
        await awaitDatabase(config.databaseUrl, patience);
        // Before the migrations: a server of an older version may run on this database.
        if (database.dialect === 'sqlite') lockServing(config.dataDir)();
        await awaitConnections(() => prepareDatabase(deps, console.error), patience);
        if (!member) {
          await awaitConnections(() => warnOfPublicUrl(deps), patience);
          await awaitConnections(() => warnOfLostSecrets(deps), patience);
          await awaitConnections(() => warnOfClock(deps), patience);
          await warnOfMediaFolder(deps);
        }
        const serving = await listening(deps, member);
        const stop = stopper(() => serving.stop(), log);
        if (member) {
          member.onStop(() => stop('the primary process'));
          return;
        }
        onStopSignal(stop, { hangUp: true });
        if (demo) printDemo(await seeding(deps, serving), serving.url);
        else console.log(`Parley is listening on ${serving.url}`);
        await printSetup(deps, serving.url);
        await warnOfPasswords();
        if (config.processes > 1) await database.close();
      });
    });
}

async function warnOfPublicUrl(deps: Deps): Promise<void> {
  const problem = await publicUrlProblem(deps);
  if (problem !== undefined) console.error(`Warning: ${problem}.`);
}

interface Serving {
  readonly url: string;
  stop(): Promise<void>;
}

async function listening(deps: Deps, member: GroupMember | undefined): Promise<Serving> {
  const { config } = deps;
  if (areMetricsAtPort(config)) {
    throw new CommandError(
      `Port ${config.port} would serve both the API and metrics: set PARLEY_METRICS_PORT to another port. Each process needs one, from this port on.`,
    );
  }
  try {
    if (config.processes === 1) return await serve(deps, member);
    const group = new ProcessGroup({ config, log: deps.log.child({ process: 'primary' }) });
    return { url: await group.start(), stop: () => group.stop() };
  } catch (error) {
    const { host, port } = config;
    const { code, syscall, hostname, message } = error as NodeJS.ErrnoException & {
      hostname?: string;
    };
    if (code === 'EADDRINUSE') {
      throw new CommandError(
        `Port ${port} of ${host} is in use: set PARLEY_PORT to another port, or to 0 for any free port.`,
      );
    }
    // Node calls it `bind` in one of several processes.
    if (syscall !== 'listen' && syscall !== 'bind' && hostname !== host) throw error;
    throw new CommandError(
      `The server cannot listen on port ${port} of ${host}: check PARLEY_HOST and PARLEY_PORT (${message}).`,
    );
  }
}

/**
 * Creates the demo data after the server listens, and stops the server if that fails. Earlier, nobody would see the new
 * API key if the start failed. Returns undefined when the demo tenant exists.
 */
async function seeding(deps: Deps, serving: Serving): Promise<Seeded | undefined> {
  try {
    return await seedDemo(deps);
  } catch (error) {
    await serving.stop();
    throw error;
  }
}
