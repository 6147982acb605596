import * as z from 'zod';
import { capabilities, channelType } from './capabilities.ts';
import {
  channelConfig,
  channelConfigInput,
  channelCredentials,
  channelCredentialsInput,
  channelProvider,
  channelVerification,
} from './channel-providers.ts';
import { channelQuality } from './channel-quality.ts';
import { channelSettings, channelSettingsInput } from './channel-settings.ts';
import { simulatedInbound, simulateInboundBody, simulateStatusBody } from './channel-simulation.ts';
import { eventsOf } from './events-of.ts';
import { id } from './ids.ts';
import {
  inboundFailure,
  inboundFailurePage,
  listInboundFailuresQuery,
} from './inbound-failures.ts';
import { message } from './messages.ts';
import { metadata, metadataInput, metadataPatch } from './metadata.ts';
import { named, recordTimes } from './named.ts';
import { textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, flag, sortedBy, timeRanges } from './query.ts';
import { ownedRoutes, resourceRoutes } from './resource-routes.ts';
import { textInput } from './text-inputs.ts';
import { timestamp } from './timestamps.ts';

export const channelStatus = z
  .enum(['pending', 'active', 'error', 'disabled', 'archived'])
  .describe('Status of the channel. Only active channels send messages.');
export type ChannelStatus = z.infer<typeof channelStatus>;

export class ChannelSchema extends named('A connection to one messaging network.', {
  id: id('channel'),
  name: z.string().describe('Display name.'),
  type: channelType,
  provider: channelProvider,
  status: channelStatus,
  statusReason: z
    .enum(['auth', 'billing', 'restricted', 'not_ready', 'verification_failed', 'manual'])
    .nullable()
    .describe('Reason why the channel is not active; null when it is active.'),
  address: textOrNull('Phone number or @handle of the business, to show to people.'),
  externalId: textOrNull(
    'ID of the channel at the provider; null until `verify` has confirmed it.',
  ),
  config: channelConfig.nullable().describe('Account at the provider; null for the sandbox.'),
  credentials: channelCredentials
    .nullable()
    .describe('Which credentials are stored, never their values; null for the sandbox.'),
  verification: channelVerification
    .nullable()
    .describe('Result of the last verification of this configuration; null = none yet.'),
  quality: channelQuality.nullable().describe('Quality of a WhatsApp number; null = not known.'),
  templatesSyncedAt: timeOrNull(
    'Time of the last complete sync of templates; null = none yet: the server then does not check templates of messages.',
  ),
  capabilities,
  settings: channelSettings,
  lastInboundAt: timeOrNull('Time of the last inbound message.'),
  lastOutboundAt: timeOrNull('Time of the last outbound message.'),
  lastErrorAt: timeOrNull('Time of `lastError`.'),
  lastError: z
    .object({
      code: z.string().describe('`SVC-…` code.'),
      providerCode: textOrNull("The provider's own error code; null = none."),
      message: z.string().describe('Human-readable text; it may change.'),
    })
    .nullable()
    .describe('Last error that affected the whole channel; null = none.'),
  metadata,
  ...recordTimes,
  updatedAt: timestamp.describe(
    'Time of the last change. Changes of `lastInboundAt` and `lastOutboundAt` do not count.',
  ),
  archivedAt: timeOrNull('Time of the deletion; null = not deleted.'),
}) {}
export const channel = new ChannelSchema();
export type Channel = z.infer<typeof channel>;

const name = textInput(120).describe('Display name.');
const address = textInput(64).describe(
  'Phone number or @handle of the business, to show to people.',
);

export const createChannelBody = z
  .object({
    name,
    type: channelType,
    provider: channelProvider,
    address: address.nullish(),
    externalId: z
      .string()
      .min(1)
      .max(128)
      .nullish()
      .describe(
        'ID of the channel at the provider, for sandbox channels only. Unique per network within the tenant. Other channels get this ID from `verify`.',
      ),
    config: channelConfigInput.optional(),
    credentials: channelCredentialsInput.optional(),
    settings: channelSettingsInput.optional(),
    metadata: metadataInput.optional(),
  })
  .describe(
    'A new channel. A sandbox channel is active at once, any other channel after `verify`.',
  );
export type CreateChannelBody = z.infer<typeof createChannelBody>;

export const updateChannelBody = z
  .object({
    name: name.optional(),
    address: address.nullish(),
    config: channelConfigInput.optional(),
    credentials: channelCredentialsInput.optional(),
    settings: channelSettingsInput.optional(),
    metadata: metadataPatch.optional(),
  })
  .describe('Fields to change. Absent fields keep their values.');
export type UpdateChannelBody = z.infer<typeof updateChannelBody>;

export const listChannelsQuery = pageQuery
  .extend({
    type: anyOf(channelType).optional().describe('Only channels of any of these networks.'),
    status: anyOf(channelStatus).optional().describe('Only channels with any of these statuses.'),
    includeArchived: flag
      .default(false)
      .describe(
        'Also returns deleted channels. Filtering by the status `archived` returns them too.',
      ),
    ...timeRanges,
    sort: sortedBy('-createdAt', 'createdAt', 'updatedAt', '-updatedAt', 'name', '-name'),
  })
  .describe('Which channels to list.');
export type ListChannelsQuery = z.infer<typeof listChannelsQuery>;

export const channelPage = page(channel).describe('A page of channels.');

export const channelEvents = eventsOf(channel, {
  'channel.created': 'A channel was created.',
  'channel.updated':
    'Name, address, configuration, credentials, settings or metadata of a channel changed.',
  'channel.status_changed':
    'The status of a channel changed, for example to `active`, `disabled` or `error`.',
  'channel.quality_changed': 'The quality rating or the messaging limit of a channel changed.',
  'channel.credentials_expiring':
    'The access token of a channel expires in 7 days or in 1 day, and the server cannot renew it.',
  'channel.deleted': 'A channel was deleted; its history stays.',
});

const routes = resourceRoutes('/channels', 'channel', channel);
const failures = ownedRoutes(
  '/channels/:id/inbound-failures',
  'channel',
  'inboundFailure',
  inboundFailure,
);

const simulationErrors = ['SVC-CHANNEL-UNAVAILABLE', 'SVC-RULE-VIOLATION'] as const;

export const channelsRoutes = {
  list: routes.list('List channels', listChannelsQuery, channelPage),
  create: routes.create(
    'Create a channel',
    createChannelBody,
    'SVC-CONFLICT',
    'SVC-NOT-FOUND',
    'SVC-RULE-VIOLATION',
    'SVC-LIMIT-REACHED',
  ),
  get: routes.get('Get a channel'),
  update: {
    ...routes.update(
      'Change a channel',
      updateChannelBody,
      'SVC-INVALID-TRANSITION',
      'SVC-RULE-VIOLATION',
    ),
    description:
      'New `config` or `credentials` make the channel `pending`, unless it is disabled. It receives messages, but sends none until `verify` succeeds.',
  },
  delete: {
    ...routes.delete('Delete a channel'),
    description:
      'Archives the channel: it sends and receives no more messages. Its existing messages stay. Queued messages fail with SVC-CHANNEL-UNAVAILABLE.',
  },
  verify: {
    ...routes.action(
      'verify',
      'Verify a channel',
      'SVC-INVALID-TRANSITION',
      'SVC-CONFLICT',
      'SVC-PROVIDER-ERROR',
    ),
    description:
      'Asks the provider which account the credentials belong to, and whether the channel can send and receive. The channel becomes `active` when every check succeeds, otherwise `error`. `verification.checks` says what to do. A disabled channel stays disabled.',
  },
  enable: {
    ...routes.action(
      'enable',
      'Enable a channel',
      'SVC-INVALID-TRANSITION',
      'SVC-CONFLICT',
      'SVC-PROVIDER-ERROR',
    ),
    description:
      'Verifies the channel, even if it is disabled. The channel becomes `active` when every check succeeds, otherwise `error`.',
  },
  disable: {
    ...routes.action('disable', 'Disable a channel', 'SVC-INVALID-TRANSITION'),
    description:
      'The server refuses to send messages on the channel. Queued messages wait until you enable the channel or they expire. Inbound messages are still handled.',
  },
  listInboundFailures: {
    ...failures.list(
      'List the items of webhooks that were not handled',
      listInboundFailuresQuery,
      inboundFailurePage,
    ),
    description:
      'Returns the items of provider webhooks that the server could not turn into records. When a later attempt succeeds, the server removes the item.',
  },
  retryInboundFailure: {
    ...failures.action('retry', 'Handle an item of a webhook again'),
    description: 'Queues one more series of attempts, whatever the status of the item.',
    responses: { 202: inboundFailure },
  },
  simulateInbound: {
    ...routes.action(
      'simulate/inbound',
      'Simulate a message from a customer (sandbox)',
      ...simulationErrors,
      'SVC-RECIPIENT-INVALID',
    ),
    description:
      'Creates the contact, conversation, message and events, as a real inbound message does.',
    body: simulateInboundBody,
    responses: { 202: simulatedInbound },
  },
  simulateStatus: {
    ...routes.action(
      'simulate/status',
      'Simulate a status report (sandbox)',
      ...simulationErrors,
      'SVC-INVALID-TRANSITION',
    ),
    body: simulateStatusBody,
    responses: { 202: message },
  },
};
