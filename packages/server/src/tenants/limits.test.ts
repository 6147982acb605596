import { leaveEndOfMonth } from '@parley/conformance/scene';
import { contactRules, limitNames } from '@parley/domain';
import { beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { someoneWaits } from '../../test/lock-waits.ts';
import { aPhone, createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { eraseContact } from '../contacts/erase.ts';
import { mergeContacts } from '../contacts/merge.ts';
import { contacts } from '../contacts/records.ts';
import { contactsTable } from '../contacts/table.ts';
import { batchContacts } from '../contacts/upsert.ts';
import { lockKind } from '../crud/lock-kind.ts';
import { sendMessage } from '../messages/send.ts';
import { inTransaction } from '../tenancy/context.ts';
import { updateMember } from '../users/change.ts';
import { createUser } from '../users/service.ts';
import { limitUsesOf, takeRoom, tenantLimitsTable } from './limits.ts';
import { setLimits } from './service.ts';

describe.each(targets)('limits of a tenant on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  beforeAll(async () => {
    await leaveEndOfMonth(server);
  });

  const usedOf = async ({ ctx }: Scene) => {
    const uses = await limitUsesOf(ctx);
    return Object.fromEntries(limitNames.map((name) => [name, uses[name]?.used]));
  };
  const everything = { messagesPerMonth: 1_000, contacts: 1_000, channels: 1_000, members: 1_000 };

  /** Resolves when the work waits for a lock of the open transaction. On SQLite, all writes wait for it. */
  const waits = async (work: Promise<unknown>) => {
    if (target === 'Postgres') await Promise.race([someoneWaits(server.deps.database), work]);
  };

  test('a limit that is set during a transaction waits for its end, and counts its records', async () => {
    const scene = await createScene(server);
    const { ctx } = scene;
    const other = { name: 'Other', type: 'whatsapp', provider: 'sandbox' };
    const [{ to }] = [await scene.send(), await scene.receive()];
    await scene.call('POST /channels', other);
    const { id: archived } = scene.channel;
    let setting: Promise<unknown> | undefined;
    await inTransaction(ctx, async (inside) => {
      await sendMessage(inside, { channelId: archived, to, type: 'text', text: 'Hello' });
      setting = setLimits(ctx, everything);
      await waits(setting);
    });
    await setting;
    const used = { messagesPerMonth: 3, contacts: 2, channels: 2, members: 0 };
    expect(await usedOf(scene)).toEqual(used);
    await scene.call(`DELETE /channels/${archived}`);
    const member = await createUser(ctx, { name: 'Ana', email: 'ana@example.com', role: 'member' });
    expect(await usedOf(scene)).toEqual({ ...used, channels: 1, members: 1 });
    await updateMember(ctx, member.id, { active: false }, 'owner');
    await setLimits(ctx, { members: 0 });
    const activate = updateMember(ctx, member.id, { active: true }, 'owner');
    await expect(activate).rejects.toMatchObject({ code: 'SVC-LIMIT-REACHED' });
    expect(await usedOf(scene)).toEqual({ ...used, channels: 1, members: 0 });
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

  test('transactions lock the counter before they lock contacts or set limits, so that none deadlock', async () => {
    const { ctx } = await createScene(server);
    const { writer } = server.deps.database;
    await setLimits(ctx, { contacts: 10 });
    const { id: primaryId } = await contacts.create(ctx, { name: 'Ana' });
    const make = async (externalId: string) => (await contacts.create(ctx, { externalId })).id;
    const [id, duplicateId] = [await make('known'), await make('duplicate')];
    const match = ['externalId' as const];
    const items = [
      { match, externalId: 'known', name: 'Bo' },
      { match, externalId: 'new' },
    ];
    const held = `select 1 from pg_locks where locktype = 'advisory' and granted and mode = 'ExclusiveLock'
      and objid::bigint = hashtext(?)::bigint & 4294967295`;
    for (const work of [
      () => batchContacts(ctx, { items }),
      () => mergeContacts(ctx, { primaryId, duplicateId }),
      () => eraseContact(ctx, id),
      () => setLimits(ctx, { messagesPerMonth: 5, contacts: 20 }),
    ]) {
      let working: Promise<unknown> | undefined;
      await inTransaction(ctx, async (inside) => {
        await takeRoom(inside, { name: 'contacts' });
        working = work();
        await waits(working);
        if (target === 'SQLite') return;
        const { tenantId } = ctx.db;
        expect((await writer.raw(held, [`limit ${tenantId}`])).rows).toEqual([]);
        const all = 'select 1 from contacts where tenant_id = ? for update nowait';
        await writer.raw(all, [tenantId]);
      });
      await working;
    }
    const { messagesPerMonth, contacts: left } = await limitUsesOf(ctx);
    expect([messagesPerMonth?.used, left]).toMatchObject([0, { max: 20, used: 2 }]);
  });

  // SQLite has one writer.
  if (target === 'Postgres') {
    test('transactions that wait for the deletion of a custom field do not hold the counter, so that none deadlock', async () => {
      const { ctx } = await createScene(server);
      const { writer } = server.deps.database;
      await setLimits(ctx, { contacts: 10 });
      const { id: primaryId } = await contacts.create(ctx, {});
      const { id: duplicateId } = await contacts.create(ctx, {});
      for (const work of [
        () => batchContacts(ctx, { items: [{ match: ['externalId'], externalId: 'new' }] }),
        () => mergeContacts(ctx, { primaryId, duplicateId }),
      ]) {
        let working: Promise<unknown> | undefined;
        await inTransaction(ctx, async (inside) => {
          await inside.db.run(lockKind, { kind: 'customField' });
          working = work();
          await waits(working);
          const counter = 'select 1 from tenant_limits where tenant_id = ? for update nowait';
          await writer.raw(counter, [ctx.db.tenantId]);
        });
        await working;
      }
    });
  }

  test('messages that share a commit do not exceed the limit', async () => {
    const scene = await createScene(server);
    const { ctx } = scene;
    const { to } = await scene.send();
    await setLimits(ctx, { messagesPerMonth: 5 });
    const body = { channelId: scene.channel.id, to, type: 'text' } as const;
    const sends = Array.from({ length: 8 }, (_, place) =>
      sendMessage(ctx, { ...body, text: `Message ${place}` }),
    );
    const outcomes = await Promise.allSettled(sends);
    const accepted = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(accepted).toHaveLength(4);
    expect(await usedOf(scene)).toMatchObject({ messagesPerMonth: 5 });
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
