import { contract } from '@parley/contract';
import { auditEntryOf, auditFilters } from '@parley/domain';
import { defineList } from '../crud/list.ts';
import { implement } from '../http/implement.ts';
import { withAgencies } from './agencies.ts';
import { auditLogTable } from './table.ts';

const list = defineList(
  auditLogTable,
  { filters: auditFilters },
  { make: (entry) => ({ record: auditEntryOf(entry) }) },
);

export const auditLogRoutes = implement(contract.auditLog, {
  list: async ({ query }, ctx) => {
    const page = await list(ctx, query);
    return { ...page, data: await withAgencies(ctx, page.data) };
  },
});
