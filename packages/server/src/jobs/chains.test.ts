import { expect, test } from 'vitest';
import { log } from '../../test/contexts.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { createJobHandlers } from './handlers.ts';
import type { JobPayloads } from './payloads.ts';
import { enqueue } from './queue.ts';
import { jobsTable } from './table.ts';
import { Worker } from './worker.ts';

const server = serverOfTests(() => startQuiet('SQLite'));

test.each<keyof JobPayloads>([
  'change-tag',
  'check-domain',
  'close-idle',
  'replay-deliveries',
  'watch-token',
])('%s, which alone queues its successor, runs again after a hundred failures', async (name) => {
  const { ctx } = await createScene(server);
  const { system, now, newId } = server.deps;
  const run = async () => {
    throw new Error('a bug');
  };
  const handlers = { [name]: { ...createJobHandlers(server.deps)[name], run } };
  // The handler reads no payload.
  await enqueue(ctx, name, {} as JobPayloads[typeof name]);
  await ctx.db.update(jobsTable, { name }, { attempts: 99 });
  await new Worker({ system, handlers, log, now, newId }).runUntilIdle();
  const jobs = await ctx.db.select(jobsTable).where({ name });
  expect(jobs).toMatchObject([{ status: 'ready', attempts: 100, last_error: 'Error: a bug' }]);
});
