import * as z from 'zod';
import { capabilities, channelCapabilities, channelType } from './capabilities.ts';
import { simulatedInbound, simulateInboundBody, simulateStatusBody } from './channel-simulation.ts';
import { eventsOf } from './events-of.ts';
import { at, changed, exampleIds, made, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { message } from './messages.ts';
import { metadata, metadataInput, metadataPatch } from './metadata.ts';
import { named } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, flag, sortedBy, updatedRange } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { timestamp } from './timestamps.ts';

export const channelProvider = z
  .enum(['sandbox'])
  .describe(
    'What carries the messages. `sandbox` simulates the network: nothing leaves the server.',
  );

export const channelStatus = z
  .enum(['pending', 'active', 'error', 'disabled', 'archived'])
  .describe('Only active channels send.');
export type ChannelStatus = z.infer<typeof channelStatus>;

const windowEnforcement = z
  .enum(['known', 'strict', 'off'])
  .describe(
    '`known` refuses free text when the last inbound message is known to be too old; `strict` also when none is known; `off` never.',
  );
const threading = z
  .enum(['single', 'new_after_close'])
  .describe(
    'Whether an inbound message after the close reopens the conversation or starts a new one.',
  );
const throttlePerSecond = z
  .number()
  .int()
  .min(1)
  .max(1_000)
  .nullable()
  .describe('Messages sent per second; null = the default of the channel type.');

export const channelSettings = z
  .object({ windowEnforcement, threading, throttlePerSecond })
  .describe('How the channel behaves.');

const settingsInput = channelSettings
  .partial()
  .describe('How the channel is to behave; absent settings stay as they are.');

export class ChannelSchema extends named('A line to one messaging network.', {
  id: id('channel'),
  name: z.string().describe('Display name.'),
  type: channelType,
  provider: channelProvider,
  status: channelStatus,
  statusReason: z
    .enum(['auth', 'billing', 'restricted', 'not_ready', 'verification_failed', 'manual'])
    .nullable()
    .describe('Why the channel is not active; null when it is.'),
  address: z.string().nullable().describe('Display number or @handle.'),
  externalId: z.string().nullable().describe('The id that the provider knows the channel by.'),
  capabilities,
  settings: channelSettings,
  lastInboundAt: timestamp.nullable().describe('Last message received.'),
  lastOutboundAt: timestamp.nullable().describe('Last message sent.'),
  lastErrorAt: timestamp.nullable().describe('When `lastError` happened.'),
  lastError: z
    .object({
      code: z.string().describe('`SVC-…` code.'),
      providerCode: z.string().nullable().describe("The provider's own code."),
      message: z.string().describe('For people.'),
    })
    .nullable()
    .describe('The last error that concerned the whole channel.'),
  metadata,
  createdAt: timestamp.describe('When it was made.'),
  updatedAt: timestamp.describe('When it last changed.'),
  archivedAt: timestamp.nullable().describe('When it was deleted; its history stays.'),
}) {}
export const channel = new ChannelSchema();
export type Channel = z.infer<typeof channel>;

const name = z.string().trim().min(1).max(120).describe('Display name.');
const address = z.string().trim().min(1).max(64).describe('Display number or @handle.');

export const createChannelBody = z
  .object({
    name,
    type: channelType,
    provider: channelProvider,
    address: address.nullable().optional(),
    externalId: z
      .string()
      .min(1)
      .max(128)
      .nullable()
      .optional()
      .describe("The provider's id of the channel; unique per type within the tenant."),
    settings: settingsInput.optional(),
    metadata: metadataInput.optional(),
  })
  .describe('A new channel. Sandbox channels are active at once.');
export type CreateChannelBody = z.infer<typeof createChannelBody>;

export const updateChannelBody = z
  .object({
    name: name.optional(),
    address: address.nullable().optional(),
    settings: settingsInput.optional(),
    metadata: metadataPatch.optional(),
  })
  .describe('What to change; absent fields stay as they are.');
export type UpdateChannelBody = z.infer<typeof updateChannelBody>;

export const listChannelsQuery = pageQuery
  .extend({
    type: anyOf(channelType).optional().describe('Channels of any of these networks.'),
    status: anyOf(channelStatus).optional().describe('Channels in any of these states.'),
    includeArchived: flag
      .default(false)
      .describe('Also list deleted channels. Asking for the status `archived` does so too.'),
    ...createdRange,
    ...updatedRange,
    sort: sortedBy('-createdAt', 'createdAt', 'updatedAt', '-updatedAt', 'name', '-name'),
  })
  .describe('Which channels to list.');
export type ListChannelsQuery = z.infer<typeof listChannelsQuery>;

export const channelPage = page(channel).describe('A page of channels.');

export const channelEvents = eventsOf(channel, {
  'channel.created': 'A channel was made.',
  'channel.updated': 'Name, address, settings or metadata of a channel changed.',
  'channel.status_changed': 'A channel became active, was disabled or failed.',
  'channel.deleted': 'A channel was deleted; its history stays.',
});

const routes = resourceRoutes('/channels', 'channel', channel);

export const channelsRoutes = {
  list: routes.list('List channels', listChannelsQuery, channelPage),
  create: routes.create('Create a channel', createChannelBody, 'SVC-CONFLICT'),
  get: routes.get('Get a channel'),
  update: routes.update('Change a channel', updateChannelBody, 'SVC-INVALID-TRANSITION'),
  delete: {
    ...routes.delete('Delete a channel'),
    description:
      'The channel is archived: it sends and receives no more, its history stays. Queued messages fail with SVC-CHANNEL-UNAVAILABLE.',
  },
  enable: {
    ...routes.action('enable', 'Enable a channel', 'SVC-INVALID-TRANSITION'),
    description: 'Checks the channel and makes it active.',
  },
  disable: {
    ...routes.action('disable', 'Disable a channel', 'SVC-INVALID-TRANSITION'),
    description:
      'New messages are refused; queued ones wait until the channel is enabled or they expire.',
  },
  simulateInbound: {
    ...routes.action(
      'simulate/inbound',
      'Simulate a message from a customer (sandbox)',
      'SVC-CHANNEL-UNAVAILABLE',
      'SVC-RECIPIENT-INVALID',
    ),
    description: 'Taken in like a real one: contact, conversation, message and events are made.',
    body: simulateInboundBody,
    responses: { 202: simulatedInbound },
  },
  simulateStatus: {
    ...routes.action(
      'simulate/status',
      'Simulate a status report (sandbox)',
      'SVC-CHANNEL-UNAVAILABLE',
    ),
    body: simulateStatusBody,
    responses: { 202: message },
  },
};

const channelExample: Channel = {
  id: exampleIds.channel,
  name: 'Shop WhatsApp',
  type: 'whatsapp',
  provider: 'sandbox',
  status: 'active',
  statusReason: null,
  address: '+55 11 4002-8922',
  externalId: null,
  capabilities: channelCapabilities.whatsapp,
  settings: { windowEnforcement: 'known', threading: 'single', throttlePerSecond: null },
  lastInboundAt: at(40),
  lastOutboundAt: at(30),
  lastErrorAt: null,
  lastError: null,
  metadata: {},
  createdAt: at(0),
  updatedAt: at(40),
  archivedAt: null,
};

export const channelExamples = {
  channel: channelExample,
  channelSettings: channelExample.settings,
  channelPage: onePage(channelExample),
  listChannelsQuery: { type: ['whatsapp'], includeArchived: true, sort: 'name' },
  createChannelBody: { name: 'Shop WhatsApp', type: 'whatsapp', provider: 'sandbox' },
  updateChannelBody: { settings: { windowEnforcement: 'strict' } },
} as const;

export const channelEventExamples = {
  'channel.created': made(channelExample),
  'channel.updated': changed(channelExample, { name: 'Bakery WhatsApp' }),
  'channel.status_changed': changed(channelExample, {
    status: 'disabled',
    statusReason: 'manual',
  }),
  'channel.deleted': made({ ...channelExample, status: 'archived', archivedAt: at(50) }),
};
