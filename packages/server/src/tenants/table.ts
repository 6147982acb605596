import { defaultTenantSettings, isSame, type StoredTenant } from '@parley/domain';
import { toJson } from '../db/columns.ts';
import { type Column, defineTable, jsonOver, plain } from '../db/table.ts';

/** Stores settings as JSON; null while all settings have their default. */
const settings: Column<'json'> = {
  ...jsonOver(defaultTenantSettings),
  encode: (value) => (isSame(value, defaultTenantSettings) ? null : toJson(value)),
};

export const tenantsTable = defineTable<StoredTenant>()('tenants', {
  fields: {
    id: plain,
    name: plain,
    kind: plain,
    status: plain,
    timezone: plain,
    locale: plain,
    defaultCurrency: plain,
    agencyId: plain,
    settings,
    suspendedAt: plain,
    suspendedReason: plain,
    suspendedBy: plain,
    purgeAt: plain,
    createdAt: plain,
    updatedAt: plain,
  },
  extra: {
    demo: 0,
    auto_close_version: 0,
    ticket_close_version: 0,
  },
});
