import type { Channel } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { eventsTable } from '../events/table.ts';

describe.each(targets)('channels on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('each change of a channel records one event with the previous values', async () => {
    const scene = await createScene(server);
    const path = `/channels/${scene.channel.id}`;
    await scene.call(`PATCH ${path}`, { name: 'Shop', settings: { threading: 'new_after_close' } });
    await scene.call(`PATCH ${path}`, { name: 'Shop' });
    await scene.call(`POST ${path}/disable`);
    await scene.call(`POST ${path}/disable`);
    await scene.call(`POST ${path}/enable`);
    await scene.call(`DELETE ${path}`);
    expect(await scene.events()).toEqual([
      'channel.updated',
      'channel.status_changed',
      'channel.status_changed',
      'channel.deleted',
    ]);
    const rows = await scene.ctx.db
      .select(eventsTable)
      .orderBy('sequence')
      .where('type', '<>', 'api_key.created');
    const previous = rows.map((row) => JSON.parse(row.body).data.previous);
    expect(previous).toEqual([
      null,
      { name: 'Test', settings: scene.channel.settings },
      { status: 'active', statusReason: null },
      { status: 'disabled', statusReason: 'manual' },
      null,
    ]);
  });

  test('one of many concurrent requests gets an externalId; deleting the channel frees it', async () => {
    const scene = await createScene(server);
    const body = { name: 'Line', type: 'whatsapp', provider: 'sandbox', externalId: 'line-1' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => scene.call<Channel>('POST /channels', body)),
    );
    const [created, ...others] = answers.sort((a, b) => a.status - b.status);
    expect(created?.status).toBe(201);
    for (const answer of others) {
      expect(answer).toMatchObject({
        status: 409,
        json: { error: { details: { field: 'externalId', existingId: created?.json.id } } },
      });
    }
    await scene.call(`DELETE /channels/${created?.json.id}`);
    expect((await scene.call('POST /channels', body)).status).toBe(201);
  });
});
