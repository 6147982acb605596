import { expect, test } from 'vitest';
import { someoneWaits } from '../../test/lock-waits.ts';
import { createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { createApiKey, revokeApiKey, revokeKeysOfGrant, rotateKey } from './service.ts';

const server = serverOfTests(() => startQuiet('Postgres'));

/** Runs `first` in a transaction that commits while the transaction of `second` waits for it. */
async function oneAfterTheOther(
  first: (ctx: TenantContext, id: string) => Promise<unknown>,
  second: (ctx: TenantContext, id: string) => Promise<unknown>,
  grantId?: string,
) {
  const { ctx, events } = await createScene(server);
  const createdBy = { type: 'member', id: 'usr_1' } as const;
  const { apiKey } = await createApiKey(ctx, { name: 'A', createdBy, grantId });
  const { waiting } = await inTransaction(ctx, async (inner) => {
    await first(inner, apiKey.id);
    const waiting = second(ctx, apiKey.id).catch((error) => error);
    await someoneWaits(server.deps.database);
    return { waiting };
  });
  return { answer: await waiting, events };
}

test.each(['0', '24h'] as const)(
  'a rotation of a key (%s) that waits for its revocation is refused',
  async (grace) => {
    const { answer } = await oneAfterTheOther(revokeApiKey, (ctx, id) => rotateKey(ctx, id, grace));
    expect(answer).toMatchObject({
      code: 'SVC-INVALID-TRANSITION',
      details: { from: 'revoked', action: 'rotate' },
    });
  },
);

test('a revocation that waits for a rotation of the key shows when the key would have expired', async () => {
  const { answer } = await oneAfterTheOther((ctx, id) => rotateKey(ctx, id, '24h'), revokeApiKey);
  expect(answer).toMatchObject({ status: 'revoked', expiresAt: expect.any(String) });
});

test('a revoked grant that waits for the revocation of its key records no second event of the key', async () => {
  const { events } = await oneAfterTheOther(
    revokeApiKey,
    (ctx) => inTransaction(ctx, (ctx) => revokeKeysOfGrant(ctx, 'agr_1')),
    'agr_1',
  );
  expect(await events()).toEqual(['api_key.created', 'api_key.revoked']);
});
