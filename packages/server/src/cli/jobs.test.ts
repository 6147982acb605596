import { createChannelBody } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { environment } from '../../test/command.ts';
import { freshPlace, type Place } from '../../test/databases.ts';
import { runCommand } from '../../test/run-command.ts';
import { createChannel } from '../channels/service.ts';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { createDeps } from '../deps.ts';
import { enqueue } from '../jobs/queue.ts';
import { inboundFailuresTable } from '../receivers/table.ts';
import { createTenant } from '../tenants/service.ts';
import { contextOf } from './context.ts';

async function aTenant(place: Place) {
  const { config } = readConfig(environment(place));
  const deps = createDeps(config);
  await migrate(deps.database, config, migrations);
  const ctx = contextOf(deps, deps.newId('ten'));
  await createTenant(ctx, { name: 'Acme' });
  const parley = async (...words: string[]) => {
    const { code, out, err } = await runCommand(place, words);
    return [code, out + err] as const;
  };
  return { deps, ctx, parley };
}

test('failed jobs are listed, retried and dropped, and the doctor reports them', async () => {
  const place = await freshPlace('SQLite');
  const { deps, ctx, parley } = await aTenant(place);
  for (const sha256 of ['a', 'b']) await enqueue(ctx, 'tidy-file', { sha256 });
  const dead = { status: 'dead', attempts: 10, last_error: 'Error: the disk is full' };
  await deps.database.writer('jobs').update(dead);
  await deps.database.close();

  const [, doctor] = await parley('doctor');
  expect(doctor).toContain(
    'WRONG  background jobs: 2 failed (2 tidy-file); see npx parley jobs list',
  );
  const [code, list] = await parley('jobs', 'list');
  expect(code).toBe(0);
  const positions = list
    .trim()
    .split('\n')
    .map((line) => line.split('  ')[0] ?? '');
  expect(positions).toHaveLength(2);
  expect(list).toContain('tidy-file  10 attempts  Error: the disk is full');
  expect(await parley('jobs', 'retry', 'x')).toEqual([
    1,
    'There is no failed job x. See parley jobs list.\n',
  ]);
  expect(await parley('jobs', 'retry', positions[0] ?? '')).toEqual([
    0,
    '1 will be run again by a worker.\n',
  ]);
  expect(await parley('jobs', 'drop', '--all')).toEqual([0, '1 removed.\n']);
});

test('all items of webhooks that were not handled are listed and tried again, however many', async () => {
  const place = await freshPlace('SQLite');
  const { deps, ctx, parley } = await aTenant(place);
  const body = createChannelBody.parse({ type: 'whatsapp', provider: 'sandbox', name: 'Support' });
  const channel = await createChannel(ctx, deps.secrets, body);
  const at = ctx.now().toISOString();
  const rows = Array.from({ length: 1_002 }, (_, place) =>
    inboundFailuresTable.toRow({
      id: ctx.newId('inf'),
      channelId: channel.id,
      batchId: 'batch',
      place,
      kind: 'kept',
      status: place < 1_000 ? 'kept' : 'failed',
      reason: 'calls',
      fragment: {},
      attempts: 0,
      receivedAt: at,
      lastAttemptAt: at,
    }),
  );
  await ctx.db.insertTogether(inboundFailuresTable, rows);
  await deps.database.close();

  const [, list] = await parley('inbound', 'list', '--json');
  const listed = list.trim().split('\n');
  expect(listed.map((line) => JSON.parse(line).id)).toEqual(rows.map(({ id }) => id));
  const [, doctor] = await parley('doctor');
  expect(doctor).toContain('WRONG  provider webhooks: 2 item(s) failed');
  expect(await parley('inbound', 'retry', rows.at(-1)?.id ?? '')).toEqual([
    0,
    '1 will be tried again by a worker.\n',
  ]);
  expect(await parley('inbound', 'retry', 'inf_x')).toEqual([
    1,
    'There is no item inf_x. See parley inbound list.\n',
  ]);
  expect(await parley('inbound', 'retry', '--all')).toEqual([
    0,
    '1002 will be tried again by a worker.\n',
  ]);
  const [, waiting] = await parley('doctor');
  expect(waiting).toContain('provider webhooks: no item has failed');
});
