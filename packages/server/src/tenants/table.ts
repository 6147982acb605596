import type { Tenant } from '@parley/contract/schemas';
import { defineTable, plain } from '../db/table.ts';

export const tenantsTable = defineTable<Tenant>()('tenants', {
  fields: {
    id: plain,
    name: plain,
    kind: plain,
    status: plain,
    timezone: plain,
    locale: plain,
    defaultCurrency: plain,
    agencyId: plain,
    createdAt: plain,
  },
  extra: { demo: 0, suspended_at: null as string | null, updated_at: '' },
});
