import type { Deal } from '@parley/contract/schemas';
import { afterEach, expect, test, vi } from 'vitest';
import { someoneWaits } from '../../test/lock-waits.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { createUser, users } from '../users/service.ts';

const server = serverOfTests(() => startQuiet('Postgres'));
afterEach(() => void vi.restoreAllMocks());

test.each(['created', 'changed'])(
  'a deal %s with a conversation that is erased at the same moment does not keep it',
  async (way) => {
    const { call, ctx, receive } = await createScene(server);
    const { conversationId, contactId } = (await receive()).message;
    const { id: ownerId } = await createUser(ctx, { name: 'A', email: 'a@example.com' });
    const { json: known } = await call<Deal>('POST /deals', { title: 'A' });
    let erased: ReturnType<typeof call> | undefined;
    const { find } = users;
    // The check of the owner follows the check of the conversation.
    vi.spyOn(users, 'find').mockImplementationOnce(async (...given) => {
      erased = call(`DELETE /contacts/${contactId}`);
      // The erasure waits for the transaction of the deal, or ends before it.
      await Promise.race([erased, someoneWaits(server.deps.database)]);
      return await find(...given);
    });
    const isNew = way === 'created';
    const path = isNew ? 'POST /deals' : `PATCH /deals/${known.id}`;
    const { status } = await call(path, { ...(isNew && { title: 'B' }), conversationId, ownerId });
    expect([status, (await erased)?.status]).toEqual([isNew ? 201 : 200, 204]);
    const { json } = await call<{ data: Deal[] }>('GET /deals');
    expect(json.data.map((deal) => deal.conversationId)).not.toContain(conversationId);
  },
);
