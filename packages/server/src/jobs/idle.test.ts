import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { countStatements } from '../../test/count-statements.ts';
import { targets } from '../../test/databases.ts';
import { createScene } from '../../test/scene.ts';
import { startServer } from '../../test/start-server.ts';
import { messagesTable } from '../messages/table.ts';

const settleMs = 1_500;
const measuredMs = 4_000;
const mostPerSecond = 8;
const sentMessages = 160;
/** At the limit of its channel, each message is due alone. The worker gathers the steps of several. */
const mostOfMessage = { SQLite: 70, Postgres: 14 } as const;

// The tests wait at the same time: each counts the statements of its own database.
describe.concurrent.each(targets)('an idle server on %s', (target) => {
  test(`sends at most ${mostPerSecond} statements per second to its database`, async () => {
    const server = await startServer(target);
    const { count, stop } = await countStatements(server);
    try {
      await setTimeout(settleMs);
      const before = count();
      await setTimeout(measuredMs);
      expect((count() - before) / (measuredMs / 1_000)).toBeLessThanOrEqual(mostPerSecond);
      // The counter works.
      expect(count()).toBeGreaterThan(0);
    } finally {
      stop();
      await server.close();
    }
  });
});

describe.each(targets)('a server on %s that sends at the limit of a channel', (target) => {
  test(`sends at most ${mostOfMessage[target]} statements to its database for each message`, async () => {
    const server = await startServer(target);
    const { count, stop } = await countStatements(server);
    try {
      const { ctx, send } = await createScene(server);
      await server.pause();
      await Promise.all(Array.from({ length: sentMessages }, () => send()));
      const before = count();
      await server.resume();
      const read = () => ctx.db.select(messagesTable).where({ status: 'read' }).count();
      await expect.poll(read, { interval: 200 }).toBe(sentMessages);
      const ofMessage = (count() - before) / sentMessages;
      expect(ofMessage).toBeLessThanOrEqual(mostOfMessage[target]);
      expect(ofMessage).toBeGreaterThan(1);
    } finally {
      stop();
      await server.close();
    }
  });
});
