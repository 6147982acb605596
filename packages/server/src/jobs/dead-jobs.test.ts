import { describe, expect, test } from 'vitest';
import { log } from '../../test/contexts.ts';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { dropDeadJob, listDeadJobs, retryDeadJob } from './dead-jobs.ts';
import { enqueue } from './queue.ts';
import { countDeadJobs } from './statements/count-dead-jobs.ts';
import { jobsTable } from './table.ts';
import { Worker } from './worker.ts';

describe.each(targets)('dead jobs on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  async function work(run: (payload: unknown) => void): Promise<void> {
    const { system, now, newId } = server.deps;
    const handler = {
      maxAttempts: 1,
      run: async (_ctx: unknown, job: { payload: unknown }) => run(job.payload),
    };
    const handlers = { 'tidy-file': handler };
    await new Worker({ system, handlers, log, now, newId }).runUntilIdle();
  }

  const fail = () => {
    throw new Error('the disk is full');
  };

  test('a dead job is counted, listed for its tenant only, and retried once with all its attempts', async () => {
    const [{ ctx }, other] = [await createScene(server), await createScene(server)];
    await enqueue(ctx, 'tidy-file', { sha256: 'a' }, { orderKey: 'files', lane: 'one' });
    await work(fail);
    const [dead] = await listDeadJobs(ctx, 10);
    expect(dead).toMatchObject({ name: 'tidy-file', last_error: 'Error: the disk is full' });
    expect(JSON.parse(dead?.payload ?? '')).toEqual({ sha256: 'a' });
    expect(await listDeadJobs(other.ctx, 10)).toEqual([]);
    expect(await server.deps.system.run(countDeadJobs, null)).toEqual([
      { name: 'tidy-file', count: 1 },
    ]);

    const position = dead?.position ?? 0;
    expect(await retryDeadJob(other.ctx, position)).toBe(false);
    expect(await dropDeadJob(other.ctx, position)).toBe(false);
    await enqueue(ctx, 'tidy-file', { sha256: 'b' }, { orderKey: 'files', lane: 'one' });
    const retried = await Promise.all([1, 2].map(() => retryDeadJob(ctx, position)));
    expect(retried.toSorted()).toEqual([false, true]);
    const queued = await ctx.db.select(jobsTable).where({ name: 'tidy-file' }).orderBy('position');
    expect(queued).toMatchObject([
      { status: 'ready' },
      { status: 'ready', attempts: 0, order_key: 'files', lane: 'one', last_error: null },
    ]);
    const done: unknown[] = [];
    await work((payload) => done.push(payload));
    expect(done).toEqual([{ sha256: 'b' }, { sha256: 'a' }]);
    expect(await server.deps.system.run(countDeadJobs, null)).toEqual([]);
  });

  test('the error of a dead job names its cause', async () => {
    const { ctx } = await createScene(server);
    await enqueue(ctx, 'tidy-file', { sha256: 'a' });
    await work(() => {
      throw new Error('no file.', { cause: new Error('the store answers 403 AccessDenied') });
    });
    expect(await listDeadJobs(ctx, 10)).toMatchObject([
      { last_error: 'Error: no file. Cause: the store answers 403 AccessDenied' },
    ]);
  });

  test('a job is dropped once it is dead, and not while it waits', async () => {
    const { ctx } = await createScene(server);
    await enqueue(ctx, 'tidy-file', { sha256: 'c' });
    const [waiting] = await ctx.db.select(jobsTable).where({ name: 'tidy-file' });
    expect(await dropDeadJob(ctx, waiting?.position ?? 0)).toBe(false);
    await work(fail);
    expect(await dropDeadJob(ctx, waiting?.position ?? 0)).toBe(true);
    expect(await ctx.db.select(jobsTable).where({ name: 'tidy-file' })).toEqual([]);
  });
});
