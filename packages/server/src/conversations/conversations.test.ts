import type { Contact, Conversation } from '@parley/contract/schemas';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { targets } from '../../test/databases.ts';
import {
  aPhone,
  createScene,
  drain,
  forgetJobs,
  type Scene,
  startQuiet,
} from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { readRows } from '../db/row-statements.ts';
import { jobsTable } from '../jobs/table.ts';
import { inTransaction } from '../tenancy/context.ts';
import { showTyping } from './service.ts';

describe.each(targets)('conversations on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  afterEach(() => forgetJobs(server));

  const aConversation = async () => {
    const scene = await createScene(server);
    const { message } = await scene.receive();
    const path = `/conversations/${message.conversationId}`;
    const patch = (body: object) => scene.call<Conversation>(`PATCH ${path}`, body);
    return { scene, path, patch, id: message.conversationId };
  };
  const aUser = async (scene: Scene) => {
    const { createUser } = await import('../users/service.ts');
    return (await createUser(scene.ctx, { name: 'Mia', email: 'mia@example.com' })).id;
  };

  test('a user who becomes inactive stays the assignee, also when a change repeats the ID', async () => {
    const { scene, patch } = await aConversation();
    const assigneeId = await aUser(scene);
    expect((await patch({ assigneeId })).status).toBe(200);
    await server.deps.database.writer('users').where({ id: assigneeId }).update({ active: 0 });
    expect((await patch({ assigneeId, priority: 'high' })).status).toBe(200);
    expect((await patch({ assigneeId: null })).status).toBe(200);
    expect((await patch({ assigneeId })).status).toBe(422);
  });

  test('a typing indicator whose transaction failed is queued by the next request', async () => {
    const { scene, id } = await aConversation();
    const failed = inTransaction(scene.ctx, async (ctx) => {
      await showTyping(ctx, id);
      throw new Error('failed');
    });
    await expect(failed).rejects.toThrow('failed');
    await showTyping(scene.ctx, id);
    await showTyping(scene.ctx, id);
    const jobs = await scene.ctx.db.select(jobsTable).where({ name: 'signal-customer' });
    expect(jobs.map(({ payload }) => JSON.parse(payload).kind)).toEqual(['typing']);
  });

  const onPostgres = target === 'Postgres' ? test : () => {};
  onPostgres(
    'reads the addresses of a contact under its lock before it starts a conversation',
    async () => {
      const scene = await createScene(server);
      const contact = { name: 'Ana', phone: `+${aPhone()}` };
      const { id: contactId } = (await scene.call<Contact>('POST /contacts', contact)).json;
      const { writer } = server.deps.database;
      const unlocked: unknown[] = [];
      let reads = 0;
      const read = readRows.postgres.bind(readRows);
      const reading = vi.spyOn(readRows, 'postgres').mockImplementation(async (db, calls) => {
        const rows = await read(db, calls);
        if (calls.some(({ input: { text } }) => /from identities.*contact_id/.test(text))) {
          reads += 1;
          unlocked.push(
            ...(await writer('contacts').where({ id: contactId }).forUpdate().skipLocked()),
          );
        }
        return rows;
      });
      onTestFinished(() => reading.mockRestore());
      const body = { channelId: scene.channel.id, contactId };
      expect((await scene.call('POST /conversations', body)).status).toBe(201);
      expect([reads, unlocked]).toEqual([1, []]);
    },
  );

  test('a postponed alarm does not wake a conversation', async () => {
    const { scene, id, patch } = await aConversation();
    const now = server.deps.now().getTime();
    const later = new Date(now + 7_200_000).toISOString();
    await patch({ status: 'snoozed', snoozedUntil: new Date(now + 3_600_000).toISOString() });
    await patch({ snoozedUntil: later });
    await server.advance(3_700_000);
    await drain(server);
    expect(await scene.conversation(id)).toMatchObject({ status: 'snoozed', snoozedUntil: later });
    await server.advance(3_700_000);
    await drain(server);
    expect((await scene.conversation(id)).status).toBe('open');
  });

  test('the window filter agrees with the window of each record', async () => {
    const scene = await createScene(server);
    const now = server.deps.now().getTime();
    for (const hours of [1, 23, 25, 100]) {
      await scene.receive({ timestamp: new Date(now - hours * 3_600_000).toISOString() });
    }
    await scene.send();
    const of = async (query: string) =>
      (await scene.call<{ data: Conversation[] }>(`GET /conversations?${query}`)).json.data;
    expect(await of('')).toHaveLength(5);
    const open = await of('windowOpen=true');
    const closed = await of('windowOpen=false');
    expect(open.map((conversation) => conversation.window.open)).toEqual([true, true]);
    expect(closed.map((conversation) => conversation.window.open)).toEqual([false, false]);
  });

  test('conversations show changes of their contact', async () => {
    const { scene, id } = await aConversation();
    const { contactId } = await scene.conversation(id);
    await scene.call(`PATCH /contacts/${contactId}`, { name: 'Ana Lima', phone: '+4930111222' });
    expect((await scene.conversation(id)).contact).toEqual({
      id: contactId,
      name: 'Ana Lima',
      phone: '+4930111222',
      avatarUrl: null,
    });
  });
});
