import { afterEach, describe, expect, test } from 'vitest';
import { log } from '../../test/contexts.ts';
import { targets } from '../../test/databases.ts';
import { createLine, startReceiving } from '../../test/receiving-scene.ts';
import { createScene, drain, forgetJobs, makeDue, sandbox } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { messageBody, messagesOfEveryType } from '../../test/whatsapp-bodies.ts';
import { createJobHandlers } from '../jobs/handlers.ts';
import { jobsTable } from '../jobs/table.ts';
import { Worker } from '../jobs/worker.ts';
import { messagesTable } from '../messages/table.ts';
import { resumeTenant, setKind, suspendTenant } from './service.ts';
import { tenantsTable } from './table.ts';

describe.each(targets)('a suspended tenant on %s', (target) => {
  const server = serverOfTests(() => startReceiving(target, { PARLEY_SANDBOX_DELAY_MS: '0' }));
  afterEach(() => forgetJobs(server));

  test('suspending twice keeps the first time and reason, and records one event', async () => {
    const { ctx, call, events } = await createScene(server);
    await suspendTenant(ctx, { by: 'operator', reason: 'unpaid' });
    const first = await ctx.db.select(tenantsTable).first();
    expect(first).toMatchObject({ status: 'suspended', suspended_reason: 'unpaid' });
    await suspendTenant(ctx, { by: 'operator', reason: 'again' });
    expect(await ctx.db.select(tenantsTable).first()).toEqual(first);
    expect(await call('GET /tenants/current')).toMatchObject({
      status: 403,
      json: {
        error: { code: 'SVC-TENANT-SUSPENDED', details: { suspendedAt: first?.suspended_at } },
      },
    });
    await resumeTenant(ctx);
    await resumeTenant(ctx);
    expect(await ctx.db.select(tenantsTable).first()).toMatchObject({
      status: 'active',
      suspended_at: null,
      suspended_reason: null,
    });
    expect((await call('GET /tenants/current')).status).toBe(200);
    expect(await events()).toEqual(['tenant.updated', 'tenant.updated']);
  });

  test('an agency ends only its own suspension, not one by an operator', async () => {
    const { ctx } = await createScene(server);
    const status = async () => (await ctx.db.select(tenantsTable).first())?.status;
    const [agency, operator] = [{ by: 'agency' }, { by: 'operator' }] as const;
    for (const suspensions of [[operator], [operator, agency], [agency, operator]]) {
      for (const suspension of suspensions) await suspendTenant(ctx, suspension);
      await resumeTenant(ctx, agency);
      expect(await status()).toBe('suspended');
      await resumeTenant(ctx, operator);
      expect(await status()).toBe('active');
    }
    await suspendTenant(ctx, agency);
    await resumeTenant(ctx, agency);
    expect(await status()).toBe('active');
  });

  test('an operator ends only its own suspension, and gives back the reason of the agency', async () => {
    const scene = await createScene(server);
    await setKind(scene.ctx, 'agency');
    const path = '/agencies/current/clients';
    const made = await scene.call<{ id: string; tenantId: string }>(`POST ${path}`, {
      name: 'Client',
      grant: { permissions: ['manage'] },
    });
    const { id, tenantId } = made.json;
    const ctx = server.contextOf(tenantId);
    const tenant = async () => await ctx.db.select(tenantsTable).first();
    const suspended = { status: 'suspended', suspended_reason: 'unpaid', suspended_by: 'agency' };
    await suspendTenant(ctx, { by: 'operator', reason: 'abuse' });
    await scene.call(`POST ${path}/${id}/suspend`, { reason: 'unpaid' });
    expect(await tenant()).toMatchObject({ suspended_reason: 'abuse', suspended_by: 'operator' });
    await resumeTenant(ctx);
    expect(await tenant()).toMatchObject(suspended);
    await suspendTenant(ctx, { by: 'operator', reason: 'abuse' });
    expect(await tenant()).toMatchObject({ suspended_reason: 'abuse', suspended_by: 'operator' });
    await Promise.all([resumeTenant(ctx), resumeTenant(ctx)]);
    expect(await tenant()).toMatchObject(suspended);
    await scene.call(`DELETE ${path}/${id}`);
    await resumeTenant(ctx);
    expect(await tenant()).toMatchObject({ status: 'active', suspended_reason: null });
  });

  test('of two suspensions at once, one is written', async () => {
    const { ctx, events } = await createScene(server);
    await Promise.all([suspendTenant(ctx), suspendTenant(ctx)]);
    expect(await events()).toEqual(['tenant.updated']);
  });

  test('messages wait without attempts, webhooks are stored, and the messages go on after it', async () => {
    const line = await createLine(server);
    const scene = await createScene(server);
    const sent = [await scene.send(), await scene.send()];
    await suspendTenant(scene.ctx);
    await suspendTenant(line.ctx);
    const { message } = messagesOfEveryType['text'] ?? {};
    await line.take(messageBody(line.externalId, { from: '5511987654321' }, { ...message }));
    expect(await line.ctx.db.select(messagesTable)).toMatchObject([{ direction: 'inbound' }]);
    await drain(server);
    expect(await scene.ctx.db.select(jobsTable)).toMatchObject([
      { status: 'ready', attempts: 0 },
      { status: 'ready', attempts: 0 },
    ]);
    await resumeTenant(scene.ctx);
    await drain(server);
    for (const { id } of sent) expect((await scene.message(id)).status).toBe('read');
  });

  test('a job that was claimed before the suspension sends nothing', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    const { system, now, newId } = server.deps;
    const handlers = createJobHandlers(server.deps);
    const { 'deliver-message': deliver } = handlers;
    const run: typeof deliver.run = async (ctx, job) => {
      await suspendTenant(ctx);
      await deliver.run(ctx, job);
    };
    const late = { ...handlers, 'deliver-message': { ...deliver, run } };
    await new Worker({ system, handlers: late, log, now, newId }).runUntilIdle();
    expect(await scene.ctx.db.select(messagesTable)).toMatchObject([{ status: 'queued' }]);
    expect(await scene.ctx.db.select(jobsTable)).toMatchObject([{ status: 'ready', attempts: 0 }]);
    await resumeTenant(scene.ctx);
    await makeDue(server);
    await drain(server);
    expect(await scene.timeline(id)).toEqual(['queued', 'sending', 'sent', 'delivered', 'read']);
  });

  test('the answer to an attempt that began before the suspension is recorded', async () => {
    const scene = await createScene(server);
    const { id } = await scene.send();
    await drain(server, {
      send: async (ctx, request) => {
        await suspendTenant(ctx);
        return await sandbox.send(ctx, request);
      },
    });
    await resumeTenant(scene.ctx);
    expect((await scene.message(id)).status).toBe('read');
    expect(await scene.timeline(id)).toEqual(['queued', 'sending', 'sent', 'delivered', 'read']);
  });
});
