import {
  ServiceError,
  type Tenant,
  type TenantSettings,
  type UpdateTenantBody,
} from '@parley/contract/schemas';
import { keywordOf, optInKeywords, optOutKeywords } from './consent.ts';
import { givenFields } from './fields.ts';
import { defineRules, type Made, patched } from './rules.ts';

export const defaultTenantSettings: TenantSettings = {
  optOutKeywords: [],
  optInKeywords: [],
  optOutConfirmation: null,
  optInConfirmation: null,
  conversationAutoCloseHours: null,
  ticketAutoCloseHours: 96,
  sendReadReceipts: true,
};

export function newTenant({ id, at }: Made, name: string): Tenant {
  return {
    id,
    name,
    kind: 'standard',
    status: 'active',
    timezone: 'UTC',
    locale: 'en',
    defaultCurrency: 'USD',
    agencyId: null,
    settings: defaultTenantSettings,
    createdAt: at,
    updatedAt: at,
  };
}

export const tenantRules = defineRules<Tenant, { name: string }, UpdateTenantBody, object>({
  kind: 'tenant',
  initial: ({ name }, made) => newTenant(made, name),
  changed(before, { settings, ...fields }) {
    const after = { ...before.settings, ...givenFields(settings ?? {}) };
    checkKeywords(after);
    return { ...patched(before, fields), settings: after };
  },
  events: { updated: 'tenant.updated' },
  filters: {},
});

/** Throws SVC-RULE-VIOLATION when a keyword would opt out and in. */
function checkKeywords(settings: TenantSettings): void {
  const outs = new Set([...optOutKeywords, ...settings.optOutKeywords].map(keywordOf));
  const ins = new Set([...optInKeywords, ...settings.optInKeywords].map(keywordOf));
  const check = (field: 'optOutKeywords' | 'optInKeywords', others: ReadonlySet<string>) => {
    if (!settings[field].some((keyword) => others.has(keywordOf(keyword)))) return;
    const rule = 'opts_out_or_in';
    throw new ServiceError('SVC-RULE-VIOLATION', { rule, field: `settings.${field}` });
  };
  check('optOutKeywords', ins);
  check('optInKeywords', outs);
}
