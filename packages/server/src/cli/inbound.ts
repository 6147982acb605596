import { ignoreNotFound, redacted } from '@parley/domain';
import { Command } from 'commander';
import { allFailures, findFailure, retryFailure } from '../receivers/failures.ts';
import type { KeptFailure } from '../receivers/table.ts';
import { inTenant } from './in-tenant.ts';
import { CommandError } from './session.ts';

export function inboundCommand(): Command {
  const command = new Command('inbound').description(
    'Items of provider webhooks that could not be handled',
  );
  inTenant(
    command
      .command('list')
      .description('List the items, oldest first, without the texts that people wrote')
      .option('--json', 'one JSON object per line'),
    async ({ ctx }, { json }: { json?: true }) => {
      for await (const failure of allFailures(ctx)) {
        console.log(json ? JSON.stringify(shown(failure)) : lineOf(failure));
      }
    },
  );
  inTenant(
    command
      .command('retry [id]')
      .description('Try an item again, or all that failed')
      .option('--all', 'every item, also those that were kept because nothing handles them'),
    async ({ ctx }, id: string | undefined, { all }: { all?: true }) => {
      if ((id === undefined) === (all === undefined)) {
        throw new CommandError('Name one item or use --all: parley inbound retry <id>');
      }
      const one = id === undefined ? undefined : await findFailure(ctx, id);
      if (id !== undefined && !one) {
        throw new CommandError(`There is no item ${id}. See parley inbound list.`);
      }
      let retried = 0;
      for await (const { channelId, id } of one ? [one] : allFailures(ctx)) {
        // A worker may handle an item meanwhile.
        if (await retryFailure(ctx, channelId, id).catch(ignoreNotFound)) retried += 1;
      }
      console.log(`${retried} will be tried again by a worker.`);
    },
  );
  return command;
}

function lineOf({ id, channelId, kind, status, attempts, receivedAt, reason }: KeptFailure) {
  return [id, channelId, receivedAt, kind, status, `${attempts} attempts`, reason].join('  ');
}

function shown(failure: KeptFailure) {
  return { ...failure, fragment: redacted(failure.fragment) };
}
