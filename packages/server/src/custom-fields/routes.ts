import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement, prepared } from '../http/implement.ts';
import { createCustomField, customFields, deleteCustomField, prepareDeletion } from './service.ts';

export const customFieldsRoutes = implement(contract.customFields, {
  ...crud(customFields),
  create: async ({ body }, ctx) => await createCustomField(ctx, body),
  delete: prepared(
    async ({ params, query }, ctx) => await prepareDeletion(ctx, params.id, query),
    async ({ params, query }, ctx) => {
      await deleteCustomField(ctx, params.id, query);
    },
  ),
});
