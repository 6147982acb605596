import { contract } from '@parley/contract';
import { implement } from '../http/implement.ts';
import { linkIdentity, unlinkIdentity } from './service.ts';

export const identitiesRoutes = implement(contract.identities, {
  link: async ({ params, body }, ctx) => await linkIdentity(ctx, params.id, body),
  unlink: async ({ params }, ctx) => await unlinkIdentity(ctx, params),
});
