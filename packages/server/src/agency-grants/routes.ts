import { contract } from '@parley/contract';
import { implement } from '../http/implement.ts';
import { givenGrants } from './records.ts';
import { createGrant, revokeGrant } from './service.ts';

export const agencyGrantsRoutes = implement(contract.agencyGrants, {
  list: async ({ query }, ctx) => await givenGrants.list(ctx, query),
  create: async ({ body }, ctx) => await createGrant(ctx, body),
  get: async ({ params }, ctx) => await givenGrants.get(ctx, params.id),
  revoke: async ({ params }, ctx) => await revokeGrant(ctx, params.id),
});
