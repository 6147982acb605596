import { contract } from '@parley/contract';
import { consoleContract } from '@parley/contract/console';
import { implement } from '../http/implement.ts';
import { createKeyOf, getCurrentApiKey, listApiKeys, revokeApiKey, rotateKey } from './service.ts';

export const apiKeysRoutes = implement(contract.apiKeys, {
  list: async ({ query }, ctx) => ({ status: 200, body: await listApiKeys(ctx, query) }),
  current: async (_request, ctx) => ({ status: 200, body: await getCurrentApiKey(ctx) }),
  revoke: async ({ params }, ctx) => ({ status: 200, body: await revokeApiKey(ctx, params.id) }),
});

export const consoleApiKeys = implement(consoleContract.apiKeys, {
  create: async ({ body }, ctx) => ({ status: 201, body: await createKeyOf(ctx, body) }),
  rotate: async ({ params, body }, ctx) => ({
    status: 201,
    body: await rotateKey(ctx, params.id, body.grace),
  }),
});
