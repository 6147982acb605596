import { redacted } from '@parley/domain';
import { Command } from 'commander';
import { listFailures, retryFailure } from '../receivers/failures.ts';
import type { KeptFailure } from '../receivers/table.ts';
import { CommandError, tenantContext, withDeps } from './session.ts';

const listed = 1_000;

export function inboundCommand(): Command {
  const command = new Command('inbound').description(
    'Items of provider webhooks that could not be handled',
  );
  command
    .command('list')
    .description('List the items, oldest first, without the texts that people wrote')
    .option('--tenant <tenant>', 'id or name of the tenant')
    .option('--json', 'one JSON object per line')
    .action((options: { tenant?: string; json?: true }) =>
      withDeps(async (deps) => {
        const ctx = await tenantContext(deps, options.tenant);
        for (const failure of await listFailures(ctx, listed)) {
          console.log(options.json ? JSON.stringify(shown(failure)) : lineOf(failure));
        }
      }),
    );
  command
    .command('retry [id]')
    .description('Try an item again, or all that failed')
    .option('--all', 'every item, also those that were kept because nothing handles them')
    .option('--tenant <tenant>', 'id or name of the tenant')
    .action((id: string | undefined, options: { all?: true; tenant?: string }) =>
      withDeps(async (deps) => {
        const ctx = await tenantContext(deps, options.tenant);
        if ((id === undefined) === (options.all === undefined)) {
          throw new CommandError('Name one item or use --all: parley inbound retry <id>');
        }
        const failures = await listFailures(ctx, listed);
        const chosen = options.all ? failures : failures.filter((failure) => failure.id === id);
        if (!options.all && chosen.length === 0) {
          throw new CommandError(`There is no item ${id}. See parley inbound list.`);
        }
        for (const failure of chosen) await retryFailure(ctx, failure.channelId, failure.id);
        console.log(`${chosen.length} will be tried again by a worker.`);
      }),
    );
  return command;
}

function lineOf({ id, channelId, kind, status, attempts, receivedAt, reason }: KeptFailure) {
  return [id, channelId, receivedAt, kind, status, `${attempts} attempts`, reason].join('  ');
}

function shown(failure: KeptFailure) {
  return { ...failure, fragment: redacted(failure.fragment) };
}
