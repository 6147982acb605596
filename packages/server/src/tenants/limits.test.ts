import { contactRules, limitNames } from '@parley/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aPhone, createScene, type Scene, startQuiet } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';
import { contactsTable } from '../contacts/table.ts';
import { inTransaction } from '../tenancy/context.ts';
import { updateMember } from '../users/change.ts';
import { createUser } from '../users/service.ts';
import { limitUsesOf, tenantLimitsTable } from './limits.ts';
import { setLimits } from './service.ts';

describe.each(targets)('limits of a tenant on %s', (target) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startQuiet(target);
  });
  afterAll(() => server.close());

  const usedOf = async ({ ctx }: Scene) => {
    const uses = await limitUsesOf(ctx);
    return Object.fromEntries(limitNames.map((name) => [name, uses[name]?.used]));
  };
  const everything = { messagesPerMonth: 1_000, contacts: 1_000, channels: 1_000, members: 1_000 };

  test('a limit that is set while others write begins with every record, and misses none', async () => {
    const scene = await createScene(server);
    const { ctx } = scene;
    const write = () =>
      Promise.all([
        scene.send(),
        scene.call('POST /contacts', { name: 'Bo' }),
        scene.receive(),
        scene.call('POST /channels', { name: 'Other', type: 'whatsapp', provider: 'sandbox' }),
      ]);
    await write();
    const { id: archived } = scene.channel;
    await Promise.all([setLimits(ctx, everything), write(), write(), write()]);
    await write();
    const used = { messagesPerMonth: 10, contacts: 15, channels: 6, members: 0 };
    expect(await usedOf(scene)).toEqual(used);
    await scene.call(`DELETE /channels/${archived}`);
    const member = await createUser(ctx, { name: 'Ana', email: 'ana@example.com', role: 'member' });
    expect(await usedOf(scene)).toEqual({ ...used, channels: 5, members: 1 });
    await updateMember(ctx, member.id, { active: false }, 'owner');
    await setLimits(ctx, { members: 0 });
    const activate = updateMember(ctx, member.id, { active: true }, 'owner');
    await expect(activate).rejects.toMatchObject({ code: 'SVC-LIMIT-REACHED' });
    expect(await usedOf(scene)).toEqual({ ...used, channels: 5, members: 0 });
  });

  test('a transaction that began before a limit was set, and writes after it, is counted', async () => {
    const { ctx } = await createScene(server);
    await inTransaction(ctx, async (inside) => {
      const contact = contactRules.initial(
        {},
        { id: ctx.newId('con'), at: ctx.now().toISOString() },
      );
      // Begins the transaction on the database, without a row that the setting waits for.
      await inside.db.select(contactsTable).where({ id: contact.id }).forUpdate();
      if (target === 'Postgres') await setLimits(ctx, { contacts: 5 });
      await inside.db.insertTogether(contactsTable, [contactsTable.toRow(contact)]);
    });
    if (target === 'SQLite') await setLimits(ctx, { contacts: 5 });
    expect((await limitUsesOf(ctx)).contacts).toMatchObject({ max: 5, used: 1 });
  });

  test('the count of messages begins again with each month, and ignores those of earlier months', async () => {
    const scene = await createScene(server);
    const { ctx } = scene;
    await setLimits(ctx, { messagesPerMonth: 2 });
    const to = aPhone();
    await scene.send({ to });
    await scene.send({ to });
    await expect(scene.send({ to })).rejects.toThrow('SVC-LIMIT-REACHED');
    const month = ctx.now().toISOString().slice(0, 7);
    const row = { name: 'messagesPerMonth', max: 2, used: 2, period: month };
    expect(await ctx.db.select(tenantLimitsTable)).toEqual([row]);
    await ctx.db.update(tenantLimitsTable, {}, { period: '2020-01' });
    await scene.send({ to });
    expect(await ctx.db.select(tenantLimitsTable)).toEqual([{ ...row, used: 1 }]);
    await scene.receive({ from: to, timestamp: '2020-01-01T00:00:00.000Z' });
    expect(await ctx.db.select(tenantLimitsTable)).toEqual([{ ...row, used: 1 }]);
    await scene.receive({ from: to });
    await scene.receive({ from: to });
    expect(await ctx.db.select(tenantLimitsTable)).toEqual([{ ...row, used: 3 }]);
    const events = await scene.events();
    expect(events.filter((type) => type === 'tenant.limit_reached')).toHaveLength(4);
  });
});
