import { afterEach, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, drain, forgetJobs, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { lostLease } from '../jobs/statements/hold-leases.ts';
import { jobsTable } from '../jobs/table.ts';

describe.each(targets)('scheduled messages on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  afterEach(() => forgetJobs(server));

  test('a message whose start keeps failing ends as failed, and can be retried', async () => {
    const scene = await createScene(server);
    const sendAt = new Date(server.deps.now().getTime() + 60_000).toISOString();
    const { id } = await scene.send({ sendAt });
    // Every attempt's worker was lost.
    const lost = { attempts: 100, last_error: lostLease.again, due_at: 0 };
    await server.deps.database.writer('jobs').where({ name: 'start-scheduled' }).update(lost);
    await drain(server);
    expect(await scene.message(id)).toMatchObject({
      status: 'failed',
      attempts: 0,
      error: { code: 'SVC-PROVIDER-ERROR', reason: 'unavailable', retryable: true },
    });
    expect(await scene.timeline(id)).toEqual(['queued', 'failed']);
    expect((await scene.events()).at(-1)).toBe('message.failed');
    expect(await scene.ctx.db.select(jobsTable)).toMatchObject([{ status: 'dead' }]);
    expect((await scene.call(`POST /messages/${id}/retry`)).status).toBe(202);
    await drain(server);
    expect((await scene.message(id)).status).toBe('read');
  });
});
