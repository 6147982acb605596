import { fold } from '@parley/contract/schemas';
import { agencyClientText, type StoredAgencyClient } from '@parley/domain';
import { defineTable, flag, json, named, plain } from '../db/table.ts';
import { limits } from '../tenants/table.ts';

export const agencyClientsTable = defineTable<StoredAgencyClient>()('agency_clients', {
  fields: {
    id: plain,
    // `tenant_id` is the tenant of the agency; `client_tenant_id` is that of the client.
    tenantId: named('client_tenant_id', plain),
    name: plain,
    slug: plain,
    externalId: plain,
    status: plain,
    provisioned: flag,
    timezone: plain,
    locale: plain,
    defaultCurrency: plain,
    limits,
    metadata: json,
    suspendedAt: plain,
    suspendedReason: plain,
    copy: json,
    createdAt: plain,
    updatedAt: plain,
  },
  keys: {
    name_key: ({ name }) => fold(name),
    text_key: agencyClientText,
  },
  sorts: { name: 'name_key' },
  filters: { q: 'text_key' },
  indexed: { externalId: [] },
});
