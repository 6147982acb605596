import * as z from 'zod';
import { at, exampleIds } from './example-values.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { tenant } from './tenants.ts';
import { textInput } from './text-inputs.ts';
import { timestamp } from './timestamps.ts';

/** The maximum number of tenants that an agency may create. */
export const agencyClientsLimit = 1_000;

export class AgencySchema extends named('The agency that an API key belongs to.', {
  id: id('tenant'),
  name: z.string().describe('Display name of the tenant.'),
  status: tenant.shape.status,
  limits: z
    .object({ clients: z.int().describe('Clients that the agency may have created at a time.') })
    .describe('Limits of the agency.'),
  counts: z
    .object({ clients: z.int().describe('Clients that the agency has created.') })
    .describe('How much of each limit is used.'),
  createdAt: timestamp.describe('Creation time.'),
  updatedAt: timestamp.describe('Time of the last change.'),
}) {}
export const agency = new AgencySchema();
export type Agency = z.infer<typeof agency>;

export const updateAgencyBody = z
  .object({ name: textInput(255).optional().describe('Display name.') })
  .describe('Fields to change. Absent fields keep their values.');
export type UpdateAgencyBody = z.infer<typeof updateAgencyBody>;

export const agenciesRoutes = {
  current: {
    method: 'GET',
    path: '/agencies/current',
    summary: 'Get the agency of this API key',
    description: 'Works for tenants of kind `agency`.',
    responses: { 200: agency },
    metadata: { errors: ['SVC-AGENCY-REQUIRED', 'SVC-FORBIDDEN'] },
  },
  update: {
    method: 'PATCH',
    path: '/agencies/current',
    summary: 'Change the agency of this API key',
    description: 'Changes the tenant, like `PATCH /tenants/current`.',
    body: updateAgencyBody,
    responses: { 200: agency },
    metadata: { errors: ['SVC-AGENCY-REQUIRED', 'SVC-FORBIDDEN'] },
  },
} as const;

const example: Agency = {
  id: exampleIds.tenant,
  name: 'Agência Norte',
  status: 'active',
  limits: { clients: agencyClientsLimit },
  counts: { clients: 12 },
  createdAt: at(0),
  updatedAt: at(40),
};

export const agencyExamples = {
  agency: example,
  updateAgencyBody: { name: example.name },
} as const;
