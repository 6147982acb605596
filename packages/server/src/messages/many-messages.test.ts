import type { Message } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { unnamedMessages } from './unnamed.ts';

// A tenant decides how many messages a conversation has, and how many jobs wait.

test('on SQLite, an echo and a cancelation find messages and jobs by an index', async () => {
  const server = await startQuiet('SQLite');
  const scene = await createScene(server);
  const first = await scene.send();
  const { id, conversationId } = await scene.send({ to: first.to });
  const sentAt = new Date().toISOString();
  const states = [
    { id: first.id, status: 'failed', failed_at: sentAt, sending_at: Date.now() - 1_000 },
    { id, status: 'sending', sending_at: Date.now() },
  ];
  const { writer } = server.deps.database;
  for (const { id, ...cells } of states) await writer('messages').where({ id }).update(cells);
  await writer('jobs').where('payload', 'like', `%${first.id}%`).delete();
  const asked = await askedPlans(async () => {
    const found = await unnamedMessages(scene.ctx, conversationId, sentAt);
    expect(found.map((message) => message.id)).toEqual([id, first.id]);
    await writer('messages').where({ id }).update({ status: 'queued' });
    expect((await scene.call<Message>(`POST /messages/${id}/cancel`)).status).toBe(200);
  });
  const plans = asked.map(({ plan }) => plan);
  const byOrder = '(tenant_id=? AND order_key=?)';
  expect(plans).toContain(`SEARCH jobs USING INDEX jobs_order ${byOrder}`);
  const failed = 'messages_failed (tenant_id=? AND conversation_id=? AND failed_at>?)';
  expect(plans.filter((plan) => plan.includes(failed))).toHaveLength(1);
  for (const plan of plans) expect(plan).not.toMatch(/SCAN (jobs|messages)\b/);
  expect(await writer('jobs')).toEqual([]);
  await server.close();
});
