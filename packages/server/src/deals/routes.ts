import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { listOf } from '../crud/owned.ts';
import { implement } from '../http/implement.ts';
import { listPeriods } from './periods.ts';
import { deals } from './records.ts';
import { createDeal, listDeals, updateDeal } from './service.ts';

export const dealsRoutes = implement(contract.deals, {
  ...crud(deals),
  list: async ({ query }, ctx) => await listDeals(ctx, query),
  create: async ({ body }, ctx) => await createDeal(ctx, body),
  update: async ({ params, body }, ctx) => await updateDeal(ctx, params.id, body),
  listHistory: listOf(deals, listPeriods),
});
