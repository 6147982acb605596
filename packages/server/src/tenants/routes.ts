import { contract } from '@parley/contract';
import { implement } from '../http/implement.ts';
import { limitUsesOf } from './limits.ts';
import { getCurrentTenant, updateCurrentTenant } from './service.ts';

export const tenantsRoutes = implement(contract.tenants, {
  current: async (_request, ctx) => await getCurrentTenant(ctx),
  update: async ({ body }, ctx) => await updateCurrentTenant(ctx, body),
  limits: async (_request, ctx) => await limitUsesOf(ctx),
});
