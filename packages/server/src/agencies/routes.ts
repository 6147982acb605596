import { contract } from '@parley/contract';
import { implement } from '../http/implement.ts';
import { requireOwnAgency } from '../tenancy/grants.ts';
import { getAgency, updateAgency } from './service.ts';

export const agenciesRoutes = implement(contract.agencies, {
  current: async (_request, ctx) => {
    const tenant = await requireOwnAgency(ctx);
    return { status: 200, body: await getAgency(ctx, tenant) };
  },
  update: async ({ body }, ctx) => {
    await requireOwnAgency(ctx);
    return { status: 200, body: await updateAgency(ctx, body) };
  },
});
