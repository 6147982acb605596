import { defaultTenantSettings, isSame, noLimits, type StoredTenant } from '@parley/domain';
import { toJson } from '../db/columns.ts';
import { type Column, defineTable, json, jsonOver, plain } from '../db/table.ts';

const settings = jsonUnlessDefault(defaultTenantSettings);
export const limits = jsonUnlessDefault(noLimits);

/** Stores an object as JSON; null while all fields have their defaults. */
function jsonUnlessDefault(defaults: object): Column<'json'> {
  return {
    ...jsonOver(defaults),
    encode: (value) => (isSame(value, defaults) ? null : toJson(value)),
  };
}

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
    limits,
    suspendedAt: plain,
    suspendedReason: plain,
    suspendedBy: plain,
    purgeAt: plain,
    branding: json,
    createdAt: plain,
    updatedAt: plain,
  },
  extra: {
    demo: 0,
    auto_close_version: 0,
    ticket_close_version: 0,
  },
});
