import { contract } from '@parley/contract';
import { crud } from '../crud/crud.ts';
import { implement, prepared } from '../http/implement.ts';
import { customFields, deleteCustomField, prepareDeletion } from './service.ts';

export const customFieldsRoutes = implement(contract.customFields, {
  ...crud(customFields),
  delete: prepared(
    async ({ params, query }, ctx) => await prepareDeletion(ctx, params.id, query),
    async ({ params, query }, ctx) => await deleteCustomField(ctx, params.id, query),
  ),
});
