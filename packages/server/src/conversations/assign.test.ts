import type { Conversation } from '@parley/contract/schemas';
import { mostOpenCounted } from '@parley/domain';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { copyRow } from '../../test/copy-rows.ts';
import { targets } from '../../test/databases.ts';
import { createScene, forgetJobs, startQuiet } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';
import { createUser } from '../users/service.ts';
import { countOpen } from './statements/count-open.ts';

describe.each(targets)('assignment on %s', (target) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startQuiet(target);
  });
  afterEach(() => forgetJobs(server));
  afterAll(() => server.close());

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
      await Promise.all(Array.from({ length: 15 }, async () => await scene.receive()));
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
});
