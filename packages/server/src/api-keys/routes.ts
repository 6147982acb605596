import { contract } from '@parley/contract';
import { implement } from '../http/implement.ts';
import { getCurrentApiKey, listApiKeys, revokeApiKey } from './service.ts';

export const apiKeysRoutes = implement(contract.apiKeys, {
  list: async ({ query }, ctx) => ({ status: 200, body: await listApiKeys(ctx, query) }),
  current: async (_request, ctx) => ({ status: 200, body: await getCurrentApiKey(ctx) }),
  revoke: async ({ params }, ctx) => ({ status: 200, body: await revokeApiKey(ctx, params.id) }),
});
