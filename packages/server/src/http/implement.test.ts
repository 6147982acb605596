import { contract } from '@parley/contract';
import type { Message, SendMessageBody } from '@parley/contract/schemas';
import type { Response } from 'express';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { aPhone, createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { contacts } from '../contacts/records.ts';
import { contactsTable } from '../contacts/table.ts';
import { conversationsTable } from '../conversations/table.ts';
import { eventsTable } from '../events/table.ts';
import { idempotencyRecordsTable } from '../idempotency/table.ts';
import { jobsTable } from '../jobs/table.ts';
import { messagesRoutes } from '../messages/routes.ts';
import { messagesTable } from '../messages/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { implement } from './implement.ts';

describe.each(targets)('a response that breaks the contract rolls back on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  const { create, update } = contract.contacts;
  const breaching = implement(
    { create, update },
    {
      create: async ({ body }, ctx) => {
        const contact = await contacts.create(ctx, body);
        return { ...contact, lifecycle: 'wrong' as 'lead' };
      },
      update: async ({ params, body }, ctx) => {
        const contact = await contacts.update(ctx, params.id, body);
        return { ...contact, tags: 'wrong' as never };
      },
    },
  );

  test.each([
    ['with an Idempotency-Key', true],
    ['without one', false],
  ])('when a record is created, %s', async (_title, isKept) => {
    const { ctx } = await createScene(server);
    const idempotency = isKept
      ? { scope: 'POST /contacts', key: 'k', fingerprint: 'f', expiresAtMs: Date.now() + 60_000 }
      : undefined;
    const input = { params: {}, query: {}, body: { name: 'Ana' } };
    await expect(
      breaching.create({ ...input, res: responseOf(ctx, idempotency) }),
    ).rejects.toThrow();
    expect(await ctx.db.select(contactsTable)).toEqual([]);
    expect(await ctx.db.select(eventsTable).where({ type: 'contact.created' })).toEqual([]);
    expect(await ctx.db.select(idempotencyRecordsTable)).toEqual([]);
  });

  test('when a record is updated', async () => {
    const { ctx } = await createScene(server);
    const { id } = await contacts.create(ctx, { name: 'Ana' });
    const input = { params: { id }, query: {}, body: { name: 'Bia' } };
    await expect(breaching.update({ ...input, res: responseOf(ctx) })).rejects.toThrow();
    expect(await ctx.db.select(contactsTable)).toMatchObject([{ name: 'Ana' }]);
  });

  test.each([
    ['that creates a conversation', false],
    ['in a conversation', true],
  ])('when a message %s', async (_title, isKnown) => {
    const { ctx, channel, send } = await createScene(server);
    const to = aPhone();
    if (isKnown) await send({ to });
    const before = await countsOf(ctx);
    const newId: TenantContext['newId'] = (prefix) =>
      prefix === 'msg' ? `msg_${'x'.repeat(70)}` : ctx.newId(prefix);
    const body: SendMessageBody = { channelId: channel.id, to, type: 'text', text: 'Hello' };
    const input = { params: {}, query: {}, body, res: responseOf({ ...ctx, newId }) };
    await expect(messagesRoutes.send(input)).rejects.toThrow();
    expect(await countsOf(ctx)).toEqual(before);
  });

  test('without affecting the messages that share its commit', async () => {
    const { ctx, channel, send } = await createScene(server);
    const to = aPhone();
    await send({ to });
    const body: SendMessageBody = { channelId: channel.id, to, type: 'text', text: 'Hello' };
    const newId: TenantContext['newId'] = (prefix) =>
      prefix === 'msg' ? `msg_${'x'.repeat(70)}` : ctx.newId(prefix);
    const sendAs = (ctx: TenantContext) =>
      messagesRoutes.send({ params: {}, query: {}, body, res: responseOf(ctx) });
    const [good, bad] = await Promise.allSettled([sendAs(ctx), sendAs({ ...ctx, newId })]);
    expect([good.status, bad.status]).toEqual(['fulfilled', 'rejected']);
    const { id } = JSON.parse(good.status === 'fulfilled' ? good.value.body.text : '') as Message;
    expect(await ctx.db.select(messagesTable).where({ id })).toHaveLength(1);
    expect(await ctx.db.select(messagesTable)).toHaveLength(2);
  });
});

async function countsOf({ db }: TenantContext) {
  return {
    contacts: (await db.select(contactsTable)).length,
    conversations: (await db.select(conversationsTable)).length,
    messages: (await db.select(messagesTable)).length,
    events: (await db.select(eventsTable)).length,
    jobs: (await db.select(jobsTable)).length,
  };
}

/** Returns the parts of a response that `implement` uses. */
function responseOf(ctx: TenantContext, idempotency?: object): Response {
  const req = { baseUrl: '' };
  const response = { req, locals: { ctx, idempotency }, setHeader() {} };
  return response as unknown as Response;
}
