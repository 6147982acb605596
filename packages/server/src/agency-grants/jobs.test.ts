import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, makeDue, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { createWorker } from '../jobs/create-worker.ts';
import { setKind } from '../tenants/service.ts';

const hourMs = 3_600_000;

describe.each(targets)('the job of a grant on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('waits again when it runs before the grant has expired', async () => {
    const scene = await createScene(server);
    await setKind(scene.ctx, 'agency');
    const expiresAt = new Date(server.now().getTime() + hourMs).toISOString();
    const grant = { permissions: ['manage'], expiresAt };
    const made = await scene.call<{ tenantId: string }>('POST /agencies/current/clients', {
      name: 'Client',
      grant,
    });
    const { tenantId } = made.json;
    const { writer } = server.deps.database;
    const run = async () => {
      await makeDue(server);
      await createWorker(server.deps).runUntilIdle();
      const jobs = await writer('jobs').where({ name: 'expire-grant' }).select();
      const events = await writer('events').where({
        tenant_id: tenantId,
        type: 'agency_grant.expired',
      });
      return { jobs, events: events.length };
    };
    const early = await run();
    expect(early).toMatchObject({ jobs: [{ status: 'ready', attempts: 0 }], events: 0 });
    expect(Number(early.jobs[0]?.due_at)).toBeGreaterThan(0);
    await server.advance(hourMs);
    expect(await run()).toEqual({ jobs: [], events: 1 });
  });
});
