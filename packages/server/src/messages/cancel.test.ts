import { whatsappErrors } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { someoneWaits } from '../../test/lock-waits.ts';
import { aPhone, createScene, drain, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { blockJobs } from '../jobs/statements/block-jobs.ts';
import { jobsTable } from '../jobs/table.ts';

const server = serverOfTests(() => startQuiet('Postgres'));

test('canceling two messages at the same time frees the next one of their conversation', async () => {
  const scene = await createScene(server);
  const to = aPhone();
  const first = await scene.send({ to });
  const error = whatsappErrors['131016'];
  if (!error) throw new Error('this error is temporary');
  // The first message waits for its next attempt, and the others wait for it.
  const refused = { kind: 'refused', error, providerCode: '131016', providerMessage: '' } as const;
  await drain(server, { send: async () => refused });
  const second = await scene.send({ to });
  const third = await scene.send({ to });
  await server.deps.system.run(blockJobs, ['deliver-message']);
  const statuses = async () => (await scene.ctx.db.select(jobsTable)).map(({ status }) => status);
  expect(await statuses()).toEqual(['ready', 'blocked', 'blocked']);
  const { database } = server.deps;
  const held = await database.writer.transaction();
  const lock = 'select 1 from contacts where tenant_id = ? for update';
  await held.raw(lock, [scene.ctx.db.tenantId]);
  const canceled = [second, first].map(async ({ id }, place) => {
    if (place > 0) await someoneWaits(database);
    return (await scene.call(`POST /messages/${id}/cancel`)).status;
  });
  await someoneWaits(database, 2);
  await held.rollback();
  expect(await Promise.all(canceled)).toEqual([200, 200]);
  expect(await statuses()).toEqual(['ready']);
  await drain(server);
  expect((await scene.message(third.id)).status).toBe('read');
});
