import type { Channel } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';

describe.each(targets)('channels on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('deleting a channel frees its externalId', async () => {
    const scene = await createScene(server);
    const body = { name: 'Line', type: 'whatsapp', provider: 'sandbox', externalId: 'line-1' };
    const { json } = await scene.call<Channel>('POST /channels', body);
    await scene.call(`DELETE /channels/${json.id}`);
    expect((await scene.call('POST /channels', body)).status).toBe(201);
  });
});
