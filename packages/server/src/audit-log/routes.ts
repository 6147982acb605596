import { contract } from '@parley/contract';
import { auditEntryOf, auditFilters } from '@parley/domain';
import { defineList } from '../crud/list.ts';
import { implement } from '../http/implement.ts';
import { auditLogTable } from './table.ts';

const list = defineList(
  auditLogTable,
  { filters: auditFilters },
  { make: (entry) => ({ record: auditEntryOf(entry) }) },
);

export const auditLogRoutes = implement(contract.auditLog, {
  list: async ({ query }, ctx) => ({ status: 200, body: await list(ctx, query) }),
});
