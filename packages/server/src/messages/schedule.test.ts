import { afterEach, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, drain, forgetJobs, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { lostLease } from '../jobs/statements/hold-leases.ts';
import { jobsTable } from '../jobs/table.ts';
import { sendMessage } from './send.ts';
import { messagesTable } from './table.ts';

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

  test('a message that a member scheduled opens its pending conversation when it starts', async () => {
    const scene = await createScene(server);
    const member = { type: 'member', id: 'usr_01J00000000000000000000000', grantId: null } as const;
    const { channel, ctx } = scene;
    const sendAt = new Date(server.deps.now().getTime() + 60_000).toISOString();
    const body = { channelId: channel.id, to: '5511987654329', text: 'Good morning', sendAt };
    const byMember = { ...ctx, actor: member };
    const { id, conversationId } = await sendMessage(byMember, { ...body, type: 'text' });
    await scene.call(`PATCH /conversations/${conversationId}`, { status: 'pending' });
    await ctx.db.update(messagesTable, { id }, { scheduled_at: new Date(0).toISOString() });
    await server.deps.database
      .writer('jobs')
      .where({ name: 'start-scheduled' })
      .update({ due_at: 0 });
    await drain(server);
    expect((await scene.message(id)).status).toBe('read');
    expect((await scene.conversation(conversationId)).status).toBe('open');
  });
});
