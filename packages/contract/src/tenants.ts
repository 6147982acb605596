import * as z from 'zod';
import { at, exampleIds } from './example-values.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { timestamp } from './timestamps.ts';

export class TenantSchema extends named('The organization that an API key belongs to.', {
  id: id('tenant'),
  name: z.string().describe('Display name.'),
  kind: z.enum(['standard', 'agency', 'client']).describe('Kind of tenant.'),
  status: z
    .enum(['active', 'suspended'])
    .describe('Status. The server refuses every request of a suspended tenant with 403.'),
  timezone: z.string().describe('IANA time zone.'),
  locale: z.string().describe('Language of the tenant: BCP 47 tag, such as `pt-BR`.'),
  defaultCurrency: z.string().describe('Currency: ISO 4217 code, such as `BRL`.'),
  agencyId: id('tenant')
    .nullable()
    .describe('ID of the agency that created this client tenant; null = none.'),
  createdAt: timestamp.describe('Creation time.'),
}) {}
export const tenant = new TenantSchema();
export type Tenant = z.infer<typeof tenant>;

export const tenantsRoutes = {
  current: {
    method: 'GET',
    path: '/tenants/current',
    summary: 'Get the tenant of this API key',
    responses: { 200: tenant },
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
  createdAt: at(0),
};

export const tenantExamples = { tenant: tenantExample } as const;
