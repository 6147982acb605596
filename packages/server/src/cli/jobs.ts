import { Command } from 'commander';
import { dropDeadJob, listDeadJobs, retryDeadJob } from '../jobs/dead-jobs.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { CommandError, tenantContext, withDeps } from './session.ts';

interface Options {
  readonly all?: true;
  readonly tenant?: string;
  readonly json?: true;
}

const listed = 1_000;

export function jobsCommand(): Command {
  const command = new Command('jobs').description('Background jobs whose last attempt failed');
  command
    .command('list')
    .description('List the jobs, oldest first')
    .option('--tenant <tenant>', 'id or name of the tenant')
    .option('--json', 'one JSON object per line')
    .action((options: Options) =>
      withDeps(async (deps) => {
        const ctx = await tenantContext(deps, options.tenant);
        for (const job of await listDeadJobs(ctx, listed)) {
          const { position, name, payload, attempts, last_error: error, created_at: at } = job;
          const shown = {
            position,
            name,
            payload: JSON.parse(payload),
            attempts,
            createdAt: at,
            error,
          };
          const line = [position, at, name, `${attempts} attempts`, error ?? ''].join('  ');
          console.log(options.json ? JSON.stringify(shown) : line);
        }
      }),
    );
  onJobs(
    command.command('retry [position]').description('Queue a job again, or all of them'),
    retryDeadJob,
    'will be run again by a worker.',
  );
  onJobs(
    command
      .command('drop [position]')
      .description('Remove a job, or all of them: their work is never done'),
    dropDeadJob,
    'removed.',
  );
  return command;
}

/** Adds a command that changes one dead job, or with `--all` all dead jobs. */
function onJobs(
  command: Command,
  change: (ctx: TenantContext, position: number) => Promise<boolean>,
  result: string,
): void {
  command
    .option('--all', 'every job that parley jobs list shows')
    .option('--tenant <tenant>', 'id or name of the tenant')
    .action((position: string | undefined, { all, tenant }: Options) =>
      withDeps(async (deps) => {
        if ((position === undefined) === (all === undefined)) {
          const name = command.name();
          throw new CommandError(`Name one job or use --all: parley jobs ${name} <position>`);
        }
        const ctx = await tenantContext(deps, tenant);
        const chosen = all
          ? (await listDeadJobs(ctx, listed)).map((job) => job.position)
          : [Number(position)];
        let changed = 0;
        for (const one of chosen) {
          if (Number.isSafeInteger(one) && (await change(ctx, one))) changed += 1;
        }
        if (!all && changed === 0) {
          throw new CommandError(`There is no failed job ${position}. See parley jobs list.`);
        }
        console.log(`${changed} ${result}`);
      }),
    );
}
