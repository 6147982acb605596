import { describe, expect, test } from 'vitest';
import { log } from '../../test/contexts.ts';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { Worker } from '../jobs/worker.ts';
import { resumeTenant, suspendTenant } from '../tenants/service.ts';
import { auditLogTable } from './table.ts';

describe.each(targets)('the audit log on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('a change that fails leaves no entry, and a change of the status of the tenant has one', async () => {
    const { ctx, call } = await createScene(server);
    const entries = async () =>
      (await ctx.db.select(auditLogTable).orderBy('id')).map(({ action }) => action);
    const settings = { optOutKeywords: ['start'] };
    expect((await call('PATCH /tenants/current', { settings })).status).toBe(422);
    await suspendTenant(ctx);
    await suspendTenant(ctx);
    await resumeTenant(ctx);
    expect(await entries()).toEqual(['channel.created', 'tenant.suspended', 'tenant.resumed']);
  });

  test('an export is audited before its first byte', async () => {
    const { ctx, apiKey } = await createScene(server);
    const headers = { 'x-api-key': apiKey };
    const answer = await fetch(`${server.baseUrl}/api/v1/contacts/export`, { headers });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringMatching(/id,name/)]);
    expect((await ctx.db.select(auditLogTable)).map(({ action }) => action)).toContain(
      'contact.exported',
    );
  });

  test('entries end after the days of the setting', async () => {
    const { ctx } = await createScene(server);
    const { system, now, newId } = server.deps;
    const pruneIn = async (days: number) => {
      const later = () => new Date(now().getTime() + days * 86_400_000);
      await new Worker({
        system,
        handlers: {},
        log,
        now: later,
        newId,
        auditDays: 30,
      }).prune();
      return (await ctx.db.select(auditLogTable)).length;
    };
    expect([await pruneIn(29), await pruneIn(31)]).toEqual([1, 0]);
  });
});
