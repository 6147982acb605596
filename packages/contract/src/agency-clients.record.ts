import * as z from 'zod';
import { agencyGrant } from './agency-grants.ts';
import { apiKey } from './api-keys.ts';
import { id } from './ids.ts';
import { memberInvitation } from './members.ts';
import { metadata } from './metadata.ts';
import { named } from './named.ts';
import { timestamp } from './timestamps.ts';

export const agencyClientStatus = z
  .enum(['active', 'suspended'])
  .describe('Status of the client, as the agency has set it.');

const withGrant = 'Null without an active grant.';

/** The fields of a client of an agency. */
export const agencyClientFields = {
  id: id('agencyClient'),
  tenantId: id('tenant').describe('ID of the tenant of the client.'),
  name: z.string().describe('Display name of the tenant.'),
  slug: z
    .string()
    .nullable()
    .describe('Short name for URLs; null = none. Unique within the agency.'),
  externalId: z
    .string()
    .nullable()
    .describe('ID of the client in your own system; null = none. Unique within the agency.'),
  status: agencyClientStatus,
  provisioned: z
    .boolean()
    .describe(
      'True: the agency created the tenant. False: the tenant invited the agency, which then cannot suspend it.',
    ),
  timezone: z.string().nullable().describe(`IANA time zone of the tenant. ${withGrant}`),
  locale: z.string().nullable().describe(`Language of the tenant. ${withGrant}`),
  defaultCurrency: z.string().nullable().describe(`Currency of the tenant. ${withGrant}`),
  grant: agencyGrant.nullable().describe('The active grant of the client; null = none.'),
  metadata,
  suspendedAt: timestamp.nullable().describe('Time of the suspension; null = not suspended.'),
  suspendedReason: z
    .string()
    .nullable()
    .describe(
      'Reason of the suspension, as the agency gave it; null = none. The client does not see it.',
    ),
  createdAt: timestamp.describe('Creation time.'),
  updatedAt: timestamp.describe('Time of the last change.'),
};

export class AgencyClientSchema extends named(
  'A tenant that an agency created, or that invited the agency.',
  agencyClientFields,
) {}
export const agencyClient = new AgencyClientSchema();
export type AgencyClient = z.infer<typeof agencyClient>;

const secret = z
  .string()
  .nullable()
  .describe(
    'The full API key. Only this response contains it; a response for a repeated Idempotency-Key has null.',
  );

export class AgencyClientWithKeySchema extends named('A new client, with its first API key.', {
  ...agencyClientFields,
  apiKey: apiKey.nullable().describe('The issued API key; null without `issueKey`.'),
  secret,
  invitation: memberInvitation.nullable().describe('The invitation of the `owner`; null = none.'),
  invitationToken: z
    .string()
    .nullable()
    .describe(
      'Token of the link `{console}/invitation#token={token}`, with which the owner joins. Only this response contains it; a response for a repeated Idempotency-Key has null.',
    ),
}) {}
export const agencyClientWithKey = new AgencyClientWithKeySchema();
export type AgencyClientWithKey = z.infer<typeof agencyClientWithKey>;

export class IssuedApiKeySchema extends named('A new API key of a client, with its secret.', {
  ...apiKey.shape,
  secret,
}) {}
export const issuedApiKey = new IssuedApiKeySchema();
export type IssuedApiKey = z.infer<typeof issuedApiKey>;
