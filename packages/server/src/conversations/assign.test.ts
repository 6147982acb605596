import type { Conversation } from '@parley/contract/schemas';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, forgetJobs, startQuiet } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';
import { createUser } from '../users/service.ts';

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
});
