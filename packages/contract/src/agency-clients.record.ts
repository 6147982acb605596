import * as z from 'zod';
import { agencyGrant } from './agency-grants.ts';
import { ownerTokenFields } from './agency-owners.ts';
import { apiKey } from './api-keys.ts';
import { id } from './ids.ts';
import { memberInvitation } from './members.ts';
import { metadata } from './metadata.ts';
import { named, recordTimes } from './named.ts';
import { textOrNull, timeOrNull } from './nullable.ts';
import { tenantLimits } from './tenant-limits.ts';
import { textInput } from './text-inputs.ts';

export const agencyClientStatus = z
  .enum(['active', 'suspended'])
  .describe('Status of the client, as the agency has set it.');

/** The resources that a new client can copy from another one, in the order in which the server copies them. */
export const copiedResources = ['pipelines', 'tags', 'customFields', 'faqs'] as const;
export const copiedResource = z
  .enum(copiedResources)
  .describe(
    'Resource to copy: pipelines with their stages, tags, custom fields, or FAQs. Open enum: new values may be added; handle unknown ones.',
  );
export type CopiedResource = z.infer<typeof copiedResource>;

const count = z.int().describe('Copied records; 0 until the copy has ended.');

export const agencyClientCopy = z
  .object({
    clientId: id('agencyClient').describe('ID of the client from which the server copies.'),
    include: z.array(copiedResource).describe('The resources that the agency asked for.'),
    status: z
      .enum(['pending', 'completed', 'failed'])
      .describe(
        'Status. `failed`: the grant of the other client ended, or all attempts of the job failed. The records that were already copied stay.',
      ),
    copied: z
      .object({ pipelines: count, tags: count, customFields: count, faqs: count })
      .describe('How many records the server has created.'),
    skipped: z
      .int()
      .describe(
        'Records that the server could not create, such as a tag whose name the new client already had; 0 until the copy has ended.',
      ),
    finishedAt: timeOrNull('Time at which the copy ended; null = pending.'),
  })
  .describe('The copy of the setup of another client into this one, when this one was created.');
export type AgencyClientCopy = z.infer<typeof agencyClientCopy>;

const withGrant = 'Null without an active grant.';

/** The fields of a client of an agency. */
export const agencyClientFields = {
  id: id('agencyClient'),
  tenantId: id('tenant').describe('ID of the tenant of the client.'),
  name: z.string().describe('Display name of the tenant.'),
  slug: textOrNull('Short name for URLs; null = none. Unique within the agency.'),
  externalId: textOrNull(
    'ID of the client in your own system; null = none. Unique within the agency.',
  ),
  status: agencyClientStatus,
  provisioned: z
    .boolean()
    .describe(
      'True: the agency created the tenant. False: the tenant invited the agency, which then cannot suspend it.',
    ),
  timezone: textOrNull(`IANA time zone of the tenant. ${withGrant}`),
  locale: textOrNull(`Language of the tenant. ${withGrant}`),
  defaultCurrency: textOrNull(`Currency of the tenant. ${withGrant}`),
  limits: tenantLimits.nullable().describe(`Limits of the tenant. ${withGrant}`),
  grant: agencyGrant.nullable().describe('The active grant of the client; null = none.'),
  metadata,
  suspendedAt: timeOrNull('Time of the suspension; null = not suspended.'),
  suspendedReason: textOrNull(
    'Reason of the suspension, as the agency gave it; null = none. The client does not see it.',
  ),
  copy: agencyClientCopy
    .nullable()
    .describe('What the server copied from another client; null = nothing.'),
  ...recordTimes,
};

export class AgencyClientSchema extends named(
  'A tenant that an agency created, or that invited the agency.',
  agencyClientFields,
) {}
export const agencyClient = new AgencyClientSchema();
export type AgencyClient = z.infer<typeof agencyClient>;

const secret = textOrNull(
  'The full API key. Only this response contains it; a response for a repeated Idempotency-Key has null.',
);

export class AgencyClientWithKeySchema extends named('A new client, with its first API key.', {
  ...agencyClientFields,
  apiKey: apiKey.nullable().describe('The issued API key; null without `issueKey`.'),
  secret,
  invitation: memberInvitation.nullable().describe('The invitation of the `owner`; null = none.'),
  ...ownerTokenFields,
}) {}
export const agencyClientWithKey = new AgencyClientWithKeySchema();
export type AgencyClientWithKey = z.infer<typeof agencyClientWithKey>;

export const issueApiKeyBody = z
  .object({
    name: textInput(255).describe('Name of the key.'),
    expiresInSeconds: z
      .int()
      .min(1)
      .max(315_360_000)
      .optional()
      .describe(
        'Seconds until the key expires. Default: it expires with its grant. A key never outlives its grant.',
      ),
  })
  .describe('A new API key of a client.');
export type IssueApiKeyBody = z.infer<typeof issueApiKeyBody>;

export class IssuedApiKeySchema extends named('A new API key of a client, with its secret.', {
  ...apiKey.shape,
  secret,
}) {}
export const issuedApiKey = new IssuedApiKeySchema();
export type IssuedApiKey = z.infer<typeof issuedApiKey>;
