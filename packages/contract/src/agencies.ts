import * as z from 'zod';
import { at, exampleId, exampleIds } from './example-values.ts';
import { id, idInput } from './ids.ts';
import { named, recordTimes } from './named.ts';
import { idOrNull, textOrNull } from './nullable.ts';
import { tenant } from './tenants.ts';
import { textInput } from './text-inputs.ts';

/** The maximum number of tenants that an agency may create. */
export const agencyClientsLimit = 1_000;

/** The maximum size of the file of a logo, in bytes. */
export const logoLimit = 1_000_000;

/** The maximum number of domains that an agency may have. */
export const agencyDomainsLimit = 20;

/** Matches a domain in lower case, such as `desk.example.com`, and no IP address. */
export const domainPattern =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const nothing = 'null = that of Parley.';
const fields = {
  productName: textInput(60)
    .nullable()
    .describe(`Name of the product in the console and in mails with invitations; ${nothing}`),
  logoMediaId: idInput('media')
    .nullable()
    .describe(
      `ID of a JPEG or PNG image of the agency of at most 1 MB, from \`POST /media\`; ${nothing}`,
    ),
  primaryColor: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be # and six hexadecimal digits')
    .nullable()
    .describe(
      `Color of buttons and links, such as \`#1f883d\`; ${nothing} The console makes it darker or lighter where it would be hard to read.`,
    ),
  supportUrl: z
    .string()
    .max(500)
    .regex(/^https:\/\/[^\s]+$/, 'must begin with https://')
    .nullable()
    .describe('Address of a page with help, to which the console links; null = none.'),
};

const domains = z
  .array(
    z
      .string()
      .max(240)
      .regex(domainPattern, 'must be a host name in small letters, such as desk.example.com'),
  )
  .max(agencyDomainsLimit)
  .describe(
    'All domains on which people sign in with this branding; those that the list leaves out are removed. For a new domain, DNS must have a TXT record with the name `_parley.{domain}` and the value `parley-agency={id}`, with the ID of the agency.',
  );

export const brandingInput = z
  .object({ ...fields, domains })
  .partial()
  .describe(
    'Fields of the branding to change. Absent fields keep their values; null clears a field.',
  );
export type BrandingInput = z.infer<typeof brandingInput>;

export const branding = z
  .object({
    productName: textOrNull(fields.productName.description ?? ''),
    logoMediaId: idOrNull('media', fields.logoMediaId.description ?? ''),
    primaryColor: textOrNull(fields.primaryColor.description ?? ''),
    supportUrl: textOrNull(fields.supportUrl.description ?? ''),
    domains: z
      .array(z.string())
      .describe(
        'The domains on which people sign in with this branding, oldest first. Links in invitations use the oldest one that an operator of the server added.',
      ),
  })
  .describe('How the console looks for the agency and for the tenants that it created.');
export type Branding = z.infer<typeof branding>;

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
  branding,
  ...recordTimes,
}) {}
export const agency = new AgencySchema();
export type Agency = z.infer<typeof agency>;

export const updateAgencyBody = z
  .object({
    name: textInput(255).optional().describe('Display name.'),
    branding: brandingInput.optional(),
  })
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
    description:
      'Changes the tenant, like `PATCH /tenants/current`, and the branding of the console. If another agency has one of the domains, the response is 409.',
    body: updateAgencyBody,
    responses: { 200: agency },
    metadata: {
      errors: [
        'SVC-AGENCY-REQUIRED',
        'SVC-FORBIDDEN',
        'SVC-NOT-FOUND',
        'SVC-CONFLICT',
        'SVC-RULE-VIOLATION',
      ],
    },
  },
} as const;

const example: Agency = {
  id: exampleIds.tenant,
  name: 'Agência Norte',
  status: 'active',
  limits: { clients: agencyClientsLimit },
  counts: { clients: 12 },
  branding: {
    productName: 'Norte Desk',
    logoMediaId: exampleId('media', '1'),
    primaryColor: '#1f883d',
    supportUrl: 'https://norte.example/help',
    domains: ['desk.norte.example'],
  },
  createdAt: at(0),
  updatedAt: at(40),
};

export const agencyExamples = {
  agency: example,
  branding: example.branding,
  brandingInput: { productName: 'Norte Desk', primaryColor: '#1f883d' },
  updateAgencyBody: { name: example.name, branding: { productName: 'Norte Desk' } },
} as const;
