import type { Conversation } from '@parley/contract/schemas';
import { conversationReportRule, mostOpenCounted } from '@parley/domain';
import { afterEach, describe, expect, test } from 'vitest';
import { askedPlans } from '../../test/asked-plans.ts';
import { copyRow } from '../../test/copy-rows.ts';
import { targets } from '../../test/databases.ts';
import { aPhone, createScene, forgetJobs, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { readReport } from '../reports/read-report.ts';
import { reportSources } from '../reports/routes.ts';
import { createUser } from '../users/service.ts';
import { countOpen } from './statements/count-open.ts';

describe.each(targets)('assignment on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));
  afterEach(() => forgetJobs(server));

  test.each(['round_robin', 'least_open'] as const)(
    '%s gives users equal shares when many customers write at once',
    async (autoAssign) => {
      const scene = await createScene(server);
      const assigneeIds: string[] = [];
      for (const name of ['ana', 'bia', 'caio']) {
        const user = { name, email: `${name}@example.com` };
        assigneeIds.push((await createUser(scene.ctx, user)).id);
      }
      const settings = { autoAssign, assigneeIds };
      await scene.call(`PATCH /channels/${scene.channel.id}`, { settings });
      const path = `POST /channels/${scene.channel.id}/simulate/inbound`;
      /** Repeats a message that a busy server refuses, like a provider. */
      const receive = async () => {
        const body = { type: 'text', from: aPhone(), text: 'Hi' };
        let { status } = await scene.call(path, body);
        while (status === 503) ({ status } = await scene.call(path, body));
        return status;
      };
      const statuses = await Promise.all(Array.from({ length: 15 }, receive));
      expect(new Set(statuses)).toEqual(new Set([202]));
      const { json } = await scene.call<{ data: Conversation[] }>('GET /conversations');
      const shares = assigneeIds.map(
        (id) => json.data.filter(({ assigneeId }) => assigneeId === id).length,
      );
      expect(shares).toEqual([5, 5, 5]);
    },
  );

  test('least_open counts a limited number of conversations of a user, and then gives one in turn', async () => {
    const scene = await createScene(server);
    const assigneeIds: string[] = [];
    for (const name of ['ana', 'bia']) {
      const user = { name, email: `${name}@example.com` };
      assigneeIds.push((await createUser(scene.ctx, user)).id);
    }
    const { conversationId: id } = (await scene.receive()).message;
    for (const [place, assigneeId] of assigneeIds.entries()) {
      const cells = { thread: `n + ${1 + 2_000 * place}`, assignee_id: `'${assigneeId}'` };
      const prefix = `${id.slice(0, -7)}${place}`;
      const count = mostOpenCounted + 500 * place;
      await copyRow(server, { table: 'conversations', id }, { count, prefix, cells });
    }
    const counted = await scene.ctx.db.run(countOpen, assigneeIds);
    expect([...counted.values()]).toEqual([mostOpenCounted, mostOpenCounted]);
    const settings = { autoAssign: 'least_open', assigneeIds };
    await scene.call(`PATCH /channels/${scene.channel.id}`, { settings });
    const assigned: (string | null)[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { conversationId } = (await scene.receive()).message;
      assigned.push((await scene.conversation(conversationId)).assigneeId);
    }
    expect(assigned).toEqual([...assigneeIds, ...assigneeIds]);
  });

  test('counts for assignees and reports read no conversation that is open and without an assignee', async () => {
    const { ctx, receive } = await createScene(server);
    const { conversationId: id } = (await receive()).message;
    const cells = { thread: 'n + 1' };
    await copyRow(
      server,
      { table: 'conversations', id },
      { count: 300, prefix: id.slice(0, -7), cells },
    );
    // As autovacuum does later: without statistics, Postgres may prefer the index of the status.
    const { dialect, writer } = server.deps.database;
    if (dialect === 'postgres') await writer.raw('analyze conversations');
    const query = {
      from: '2020-01-01',
      to: '2020-01-02',
      interval: 'day',
      timezone: 'UTC',
    } as const;
    const asked = await askedPlans(async () => {
      await ctx.db.run(countOpen, ['usr_01']);
      await readReport(ctx, reportSources.conversations, { rule: conversationReportRule, query });
    });
    expect(asked.length).toBeGreaterThan(2);
    for (const { looked } of asked) expect(looked).toBeLessThanOrEqual(1);
  });
});
