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

  test('deleting a channel frees its externalId', async () => {
    const scene = await createScene(server);
    const body = { name: 'Line', type: 'whatsapp', provider: 'sandbox', externalId: 'line-1' };
    const { json } = await scene.call<Channel>('POST /channels', body);
    await scene.call(`DELETE /channels/${json.id}`);
    expect((await scene.call('POST /channels', body)).status).toBe(201);
  });
});
