import { connect } from 'node:net';
import Sqlite from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { demandsFor, log, newId } from '../../test/contexts.ts';
import { targets } from '../../test/databases.ts';
import { createDeliveryScene } from '../../test/delivery-scene.ts';
import { createScene, drain, startQuiet } from '../../test/scene.ts';
import { growth, scrape } from '../../test/scrape.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { sqliteFile } from '../db/database.ts';
import { claimJobs } from '../jobs/statements/claim-jobs.ts';
import { Worker } from '../jobs/worker.ts';
import { claimDeliveries } from '../webhook-deliveries/statements/claim-deliveries.ts';

const lateMs = 90_000;

// The measurements of a process go to the metrics of all its servers, so each test counts only its own work.
describe.each(targets)('metrics of load on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target, { env: { PARLEY_METRICS_PORT: '0' } }));
  const requests = (method: string, route: string, status: string) =>
    `parley_request_seconds_count{method="${method}",route="${route}",status="${status}"}`;

  test('count requests by the path of the endpoint and the class of the status', async () => {
    const { call, apiKey } = await createScene(server);
    const headers = { 'x-api-key': apiKey };
    const more = await growth(server, async () => {
      await call('POST /contacts', { name: 'Ana' });
      await call('GET /contacts/con_00000000000000000000000000');
      await call('GET /contacts/con_00000000000000000000000001?a=b');
      await fetch(`${server.baseUrl}/api/contacts/con_0`, { headers });
      await fetch(`${server.baseUrl}/api/contacts/con_0`, { headers, method: 'HEAD' });
    });
    expect(more(requests('POST', '/contacts', '2xx'))).toBe(1);
    expect(more(requests('GET', '/contacts/:id', '4xx'))).toBe(4);
  });

  test('have one label for the console, and one for all other paths', async () => {
    const paths = ['/healthz', '/tenant-1', '/api/v1/tenant-1', '/hooks/fax', '/docs/a', '/a%'];
    const more = await growth(server, async () => {
      for (const path of paths) await fetch(`${server.baseUrl}${path}`);
      await fetch(`${server.baseUrl}/console/api/contacts`);
      await fetch(`${server.baseUrl}/console/api/sessions`);
    });
    const others = ['2xx', '4xx'].map((status) => more(requests('any', 'other', status)));
    expect(others).toEqual([1, paths.length - 1]);
    expect(more(requests('any', 'console', '4xx'))).toBe(2);
    const text = await (await fetch(server.running.metricsUrl ?? '')).text();
    const routes = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route);
    const unfit = routes.filter(
      (route) => !/^(console|other|(\/([a-z-]+|:\w+))+)$/.test(`${route}`),
    );
    expect(unfit).toEqual([]);
    expect(text).not.toMatch(/tenant-1|fax|con_0/);
  });

  test('count requests whose client left as aborted', async () => {
    const { apiKey } = await createScene(server);
    const sample = requests('POST', '/contacts', 'aborted');
    const before = (await scrape(server))(sample) ?? 0;
    const socket = connect(server.running.port, '127.0.0.1');
    socket.write(
      `POST /api/contacts HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.end();
    await expect.poll(async () => (await scrape(server))(sample)).toBe(before + 1);
  });

  test('show how long the oldest job and the oldest delivery have been due', async () => {
    const scene = await createScene(server);
    const { writer } = server.deps.database;
    await drain(server);
    const oldest = (work: string) => `parley_oldest_due_seconds{work="${work}"}`;
    const [message, delivery] = [oldest('deliver-message'), oldest('webhook-delivery')];
    const idle = await scrape(server);
    expect([idle(message), idle(delivery)]).toEqual([0, 0]);

    const endpoint = { url: 'https://example.com/hook', events: ['*'] };
    expect((await scene.call('POST /webhook-endpoints', endpoint)).status).toBe(201);
    await scene.send();
    await scene.send();
    const [first] = await writer('jobs').where({ name: 'deliver-message' }).orderBy('position');
    await writer('jobs').where({ position: first.position }).decrement('due_at', lateMs);
    await writer('webhook_lanes').decrement('next_due', lateMs);
    const late = await scrape(server);
    for (const sample of [message, delivery]) {
      expect(late(sample)).toBeGreaterThanOrEqual(lateMs / 1_000 - 1);
      expect(late(sample)).toBeLessThan((2 * lateMs) / 1_000);
    }
    expect(late(oldest('change-tag'))).toBe(0);

    await writer('jobs').increment('due_at', 10 * lateMs);
    await writer('webhook_lanes').increment('next_due', 10 * lateMs);
    const waiting = await scrape(server);
    expect([waiting(message), waiting(delivery)]).toEqual([0, 0]);
  });

  test('count webhook attempts by their result', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const answers = [200, 503, 404, 302].map((status) => ({ status, body: '' }));
    const sink = await scene.newSink(() => answers.shift() ?? { status: 200, body: '' });
    await scene.endpoint(ctx, { url: sink.url });
    await scene.record(ctx, 5);
    const more = await growth(server, () => scene.worker().runUntilIdle());
    const results = ['delivered', '5xx', '4xx', 'redirect'].map((result) =>
      more(`parley_webhook_attempt_seconds_count{result="${result}"}`),
    );
    expect(results).toEqual([2, 1, 1, 1]);
  });

  test('count the leases of workers that did not come back', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await scene.newSink();
    await scene.endpoint(ctx, { url: sink.url });
    await scene.record(ctx, 2);
    const lease = { leaseToken: 'lost', leaseMs: 60_000 };
    await scene.system.run(claimDeliveries, { limit: 10, ...lease });
    await scene.expireLeases();
    const { ctx: tenant, send } = await createScene(server);
    await drain(server);
    await send();
    const { system, database } = server.deps;
    expect(
      await system.run(claimJobs, { demands: demandsFor(1, 'deliver-message'), ...lease }),
    ).toHaveLength(1);
    await database.writer('jobs').where({ lease_token: 'lost' }).update({ lease_until: 1 });
    const text = await (await fetch(server.running.metricsUrl ?? '')).text();
    expect(text).toMatch(/^parley_expired_leases_total\{kind="job"\} 0$/m);
    const more = await growth(server, async () => {
      await scene.worker().sweep();
      await new Worker({ system, handlers: {}, log, now: tenant.now, newId }).sweep();
    });
    expect(more('parley_expired_leases_total{kind="webhook-delivery"}')).toBe(2);
    expect(more('parley_expired_leases_total{kind="job"}')).toBe(1);
  });

  test('count waits for the database, and no work that need not wait', async () => {
    const { call } = await createScene(server);
    const create = () => call('POST /contacts', { name: 'Ana' });
    const count = 'parley_database_wait_seconds_count';
    // On a busy machine, the process may stand still during BEGIN: that looks like a wait.
    await expect.poll(async () => (await growth(server, create))(count)).toBe(0);

    const { database, config } = server.deps;
    const busy = await growth(server, async () => {
      if (database.dialect === 'sqlite') {
        const other = new Sqlite(sqliteFile(config.dataDir));
        onTestFinished(() => void other.close());
        other.exec('begin immediate');
        setTimeout(() => other.exec('rollback'), 500);
        expect((await create()).status).toBe(201);
        return;
      }
      const { client } = database.writer;
      const all = Array.from({ length: client.pool.max }, () => client.acquireConnection());
      const held = await Promise.all(all);
      const next = client.acquireConnection();
      setTimeout(() => client.releaseConnection(held[0]), 50);
      for (const one of [await next, ...held.slice(1)]) await client.releaseConnection(one);
    });
    expect(busy(count)).toBeGreaterThanOrEqual(1);
    expect(busy('parley_database_wait_seconds_sum')).toBeGreaterThan(0.04);
  });
});
