import type { Message } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { unnamedMessages } from './unnamed.ts';

// A tenant decides how many messages a conversation has, and how many jobs wait.

const error = (reason: string) =>
  JSON.stringify({ code: 'SVC-PROVIDER-ERROR', message: 'Failed.', reason, retryable: true });
const failed = { status: 'failed', error: error('unknown_outcome') };

test('on SQLite, an echo and a cancelation find messages and jobs by an index', async () => {
  const server = await startQuiet('SQLite');
  const scene = await createScene(server);
  const first = await scene.send();
  const { id, conversationId } = await scene.send({ to: first.to });
  const sentAt = new Date().toISOString();
  const states = [
    { id: first.id, ...failed, failed_at: sentAt, sending_at: Date.now() - 1_000 },
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
  const byFailure = 'messages_failed (tenant_id=? AND conversation_id=? AND failed_at>?)';
  expect(plans.filter((plan) => plan.includes(byFailure))).toHaveLength(1);
  for (const plan of plans) expect(plan).not.toMatch(/SCAN (jobs|messages)\b/);
  expect(await writer('jobs')).toEqual([]);
  await server.close();
});

test.each(targets)(
  'on %s, an echo of long ago reads a limited number of messages with an unknown outcome',
  async (target) => {
    const server = await startQuiet(target);
    const scene = await createScene(server);
    const { id, conversationId } = await scene.send();
    const { writer } = server.deps.database;
    const row = await writer('messages').where({ id }).first();
    const atMs = Date.parse('2026-01-05T10:00:00.000Z');
    const failures = Array.from({ length: 120 }, (_, n) => ({
      ...row,
      ...failed,
      // Every tenth message has failed for another reason.
      ...(n % 10 === 0 && { error: error('rejected') }),
      id: `msg_${String(n).padStart(20, '0')}`,
      failed_at: new Date(atMs + n * 1_000).toISOString(),
    }));
    for (let n = 0; n < failures.length; n += 10) {
      await writer('messages').insert(failures.slice(n, n + 10).toReversed());
    }
    const found = await unnamedMessages(scene.ctx, conversationId, '2026-01-05T10:00:00.000Z');
    const ids = failures.filter((_, n) => n % 10 > 0).map((one) => one.id);
    expect(found.map((message) => message.id)).toEqual(ids.slice(0, 100));
    await server.close();
  },
);
