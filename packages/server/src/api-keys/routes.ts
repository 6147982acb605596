import { contract } from '@parley/contract';
import { consoleContract } from '@parley/contract/console';
import { implement } from '../http/implement.ts';
import { createKeyOf, getCurrentApiKey, listApiKeys, revokeApiKey, rotateKey } from './service.ts';

export const apiKeysRoutes = implement(contract.apiKeys, {
  list: async ({ query }, ctx) => await listApiKeys(ctx, query),
  current: async (_request, ctx) => await getCurrentApiKey(ctx),
  revoke: async ({ params }, ctx) => await revokeApiKey(ctx, params.id),
});

export const consoleApiKeys = implement(consoleContract.apiKeys, {
  create: async ({ body }, ctx) => await createKeyOf(ctx, body),
  rotate: async ({ params, body }, ctx) => await rotateKey(ctx, params.id, body.grace),
});
