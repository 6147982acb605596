import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement, prepared } from '../http/implement.ts';
import { clearValues, createCustomField, customFields, deleteCustomField } from './service.ts';

export const customFieldsRoutes = implement(contract.customFields, {
  ...crud(customFields),
  create: async ({ body }, ctx) => await createCustomField(ctx, body),
  delete: prepared(
    async ({ params, query }, ctx) => {
      if (query.force) await clearValues(ctx, params.id);
    },
    async ({ params, query }, ctx) => {
      await deleteCustomField(ctx, params.id, query);
    },
  ),
});
