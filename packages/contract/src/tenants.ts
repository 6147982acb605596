import * as z from 'zod';
import { businessHours, businessHoursInput, exampleBusinessHours } from './business-hours.ts';
import { currencyCode } from './currencies.ts';
import { eventsOf } from './events-of.ts';
import { at, changed, exampleIds } from './example-values.ts';
import { id } from './ids.ts';
import { languageTag } from './knowledge-search.ts';
import { named, recordTimes } from './named.ts';
import { idOrNull } from './nullable.ts';
import { exampleLimits, tenantLimits, tenantLimitUses } from './tenant-limits.ts';
import { keywordInput, textInput } from './text-inputs.ts';
import { timeZoneInput } from './time-zone.ts';

const confirmation = textInput(320).nullable();

const settings = {
  optOutKeywords: z
    .array(keywordInput)
    .max(50)
    .describe(
      'More words by which a whole message opts out of all messages, besides STOP and the other built-in ones. Case, accents and punctuation are ignored.',
    ),
  optInKeywords: z
    .array(keywordInput)
    .max(50)
    .describe(
      'More words by which a whole message opts in again, besides START and the other built-in ones. Case, accents and punctuation are ignored.',
    ),
  optOutConfirmation: confirmation.describe(
    'Text that a contact gets, once, after it opted out by a message or a button; null = none is sent.',
  ),
  optInConfirmation: confirmation.describe(
    'Text that a contact gets, once, after it opted in by a message or a button; null = none is sent.',
  ),
  conversationAutoCloseHours: z
    .int()
    .min(1)
    .max(8_760)
    .nullable()
    .describe(
      'Hours without a message or a change after which the server closes a conversation; null = never. A conversation that is snoozed until a time is not closed before that time.',
    ),
  ticketAutoCloseHours: z
    .int()
    .min(1)
    .max(8_760)
    .nullable()
    .describe(
      'Hours after which the server closes a ticket that stays `solved`; null = never. A new tenant has 96.',
    ),
  agencyCanRegrant: z
    .boolean()
    .describe(
      'Whether the agency that created this tenant may create a grant by itself. API keys that an agency issued cannot change it.',
    ),
  sendReadReceipts: z
    .boolean()
    .describe(
      'Whether the network shows customers that their messages were read, when you mark a conversation as read. If false, typing indicators are refused on WhatsApp, which shows them only with a read receipt.',
    ),
  businessHours: businessHours
    .nullable()
    .describe(
      'When the organization is open; null = not set. At present, nothing in the server reads the hours: they are for its clients.',
    ),
};

export const tenantSettings = z.object(settings).describe('Settings of the tenant.');
export type TenantSettings = z.infer<typeof tenantSettings>;

export class TenantSchema extends named('The organization that an API key belongs to.', {
  id: id('tenant'),
  name: z.string().describe('Display name.'),
  kind: z
    .enum(['standard', 'agency', 'client'])
    .describe(
      'Kind of tenant. `agency`: can create client tenants; only an operator makes a tenant an agency. `client`: an agency created it. `standard`: any other.',
    ),
  status: z
    .enum(['active', 'suspended', 'archived'])
    .describe(
      'Status. While it is not `active`, the server refuses every request with 403, stores what customers write, and sends nothing. A `suspended` tenant can still read and revoke its grants.',
    ),
  timezone: z.string().describe('IANA time zone.'),
  locale: z.string().describe('Language of the tenant: BCP 47 tag, such as `pt-BR`.'),
  defaultCurrency: z.string().describe('Currency: ISO 4217 code, such as `BRL`.'),
  agencyId: idOrNull('tenant', 'ID of the agency that created this client tenant; null = none.'),
  settings: tenantSettings,
  limits: tenantLimits,
  ...recordTimes,
}) {}
export const tenant = new TenantSchema();
export type Tenant = z.infer<typeof tenant>;

export const updateTenantBody = z
  .object({
    name: textInput(255).optional().describe('Display name.'),
    timezone: timeZoneInput.optional(),
    locale: languageTag.optional().describe('Language of the tenant: BCP 47 tag, such as `pt-BR`.'),
    defaultCurrency: currencyCode.optional().describe('Currency: ISO 4217 code, such as `BRL`.'),
    settings: tenantSettings
      .partial()
      .extend({
        businessHours: businessHoursInput
          .nullish()
          .describe(
            'When the organization is open; null = not set. A change replaces all days and holidays: absent ones are not kept.',
          ),
      })
      .optional()
      .describe('Settings to change. Absent settings keep their values.'),
  })
  .describe('Fields to change. Absent fields keep their values.');
export type UpdateTenantBody = z.infer<typeof updateTenantBody>;

export const tenantsEvents = eventsOf(tenant, {
  'tenant.updated': 'Fields or settings of the tenant changed.',
});

export const tenantsRoutes = {
  current: {
    method: 'GET',
    path: '/tenants/current',
    summary: 'Get the tenant of this API key',
    responses: { 200: tenant },
    metadata: {},
  },
  update: {
    method: 'PATCH',
    path: '/tenants/current',
    summary: 'Change the tenant of this API key',
    body: updateTenantBody,
    responses: { 200: tenant },
    metadata: { errors: ['SVC-FORBIDDEN', 'SVC-RULE-VIOLATION'] },
  },
  limits: {
    method: 'GET',
    path: '/tenants/current/limits',
    summary: 'Get the limits of the tenant and their use',
    description:
      'Only the agency that created the tenant and the operator of the server can set limits.',
    responses: { 200: tenantLimitUses },
    metadata: {},
  },
} as const;

const tenantExample: Tenant = {
  id: exampleIds.tenant,
  name: 'Padaria Aurora',
  kind: 'standard',
  status: 'active',
  timezone: 'America/Sao_Paulo',
  locale: 'pt-BR',
  defaultCurrency: 'BRL',
  agencyId: null,
  settings: {
    optOutKeywords: ['chega'],
    optInKeywords: [],
    optOutConfirmation: 'Você não receberá mais mensagens. Responda VOLTAR para receber de novo.',
    optInConfirmation: null,
    conversationAutoCloseHours: 72,
    ticketAutoCloseHours: 96,
    agencyCanRegrant: false,
    sendReadReceipts: true,
    businessHours: exampleBusinessHours,
  },
  limits: exampleLimits,
  createdAt: at(0),
  updatedAt: at(40),
};

export const tenantExamples = {
  tenant: tenantExample,
  tenantSettings: tenantExample.settings,
  timeZoneInput: tenantExample.timezone,
  updateTenantBody: {
    timezone: tenantExample.timezone,
    settings: { optOutConfirmation: tenantExample.settings.optOutConfirmation },
  },
} as const;

export const tenantEventExamples = {
  'tenant.updated': changed(tenantExample, { name: 'Padaria' }),
};
