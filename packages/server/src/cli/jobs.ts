import { Command } from 'commander';
import { dropDeadJob, listDeadJobs, retryDeadJob } from '../jobs/dead-jobs.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { inTenant } from './in-tenant.ts';
import { CommandError } from './session.ts';

interface Options {
  readonly all?: true;
  readonly json?: true;
}

const listed = 1_000;

export function jobsCommand(): Command {
  const command = new Command('jobs').description('Background jobs whose last attempt failed');
  inTenant(
    command
      .command('list')
      .description('List the jobs, oldest first')
      .option('--json', 'one JSON object per line'),
    async ({ ctx }, { json }: Options) => {
      for (const job of await listDeadJobs(ctx, listed)) {
        const { position, name, attempts, last_error: error, created_at: at } = job;
        const payload = JSON.parse(job.payload);
        const shown = { position, name, payload, attempts, createdAt: at, error };
        const line = [position, at, name, `${attempts} attempts`, error ?? ''].join('  ');
        console.log(json ? JSON.stringify(shown) : line);
      }
    },
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
  command.option('--all', 'every job that parley jobs list shows');
  inTenant(command, async ({ ctx }, position: string | undefined, { all }: Options) => {
    if ((position === undefined) === (all === undefined)) {
      const name = command.name();
      throw new CommandError(`Name one job or use --all: parley jobs ${name} <position>`);
    }
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
  });
}
