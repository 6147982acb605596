import * as z from 'zod';
import { capabilities, channelType } from './capabilities.ts';
import { simulatedInbound, simulateInboundBody, simulateStatusBody } from './channel-simulation.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { id, idParams } from './ids.ts';
import { message } from './messages.ts';
import { metadata, metadataInput, metadataPatch } from './metadata.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, createdRange, flag, updatedRange } from './query.ts';
import { bodyErrors, listErrors, postErrors, routeMetadata } from './routes.ts';
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

const _channel = z
  .object({
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
  })
  .describe('A line to one messaging network.');
type ChannelShape = typeof _channel;
export interface ChannelSchema extends ChannelShape {}
export const channel: ChannelSchema = _channel;
export type Channel = z.infer<typeof channel>;

const name = z.string().trim().min(1).max(120).describe('Display name.');
const address = z.string().trim().min(1).max(64).describe('Display number or @handle.');

const _createChannelBody = z
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
type CreateChannelBodyShape = typeof _createChannelBody;
export interface CreateChannelBodySchema extends CreateChannelBodyShape {}
export const createChannelBody: CreateChannelBodySchema = _createChannelBody;
export type CreateChannelBody = z.infer<typeof createChannelBody>;

const _updateChannelBody = z
  .object({
    name: name.optional(),
    address: address.nullable().optional(),
    settings: settingsInput.optional(),
    metadata: metadataPatch.optional(),
  })
  .describe('What to change; absent fields stay as they are.');
type UpdateChannelBodyShape = typeof _updateChannelBody;
export interface UpdateChannelBodySchema extends UpdateChannelBodyShape {}
export const updateChannelBody: UpdateChannelBodySchema = _updateChannelBody;
export type UpdateChannelBody = z.infer<typeof updateChannelBody>;

const _listChannelsQuery = pageQuery
  .extend({
    type: anyOf(channelType).optional().describe('Channels of any of these networks.'),
    status: anyOf(channelStatus).optional().describe('Channels in any of these states.'),
    includeArchived: flag
      .default(false)
      .describe('Also list deleted channels. Asking for the status `archived` does so too.'),
    ...createdRange,
    ...updatedRange,
    sort: z
      .enum(['-createdAt', 'createdAt', 'updatedAt', '-updatedAt', 'name', '-name'])
      .default('-createdAt')
      .describe('Order of the list.'),
  })
  .describe('Which channels to list.');
type ListChannelsQueryShape = typeof _listChannelsQuery;
export interface ListChannelsQuerySchema extends ListChannelsQueryShape {}
export const listChannelsQuery: ListChannelsQuerySchema = _listChannelsQuery;
export type ListChannelsQuery = z.infer<typeof listChannelsQuery>;

export const channelPage = page(channel).describe('A page of channels.');

const onChannel = { pathParams: idParams('channel') };
const post = { ...onChannel, method: 'POST', headers: idempotencyHeaders } as const;
const missing = ['SVC-NOT-FOUND', ...bodyErrors] as const;

export const channelsRoutes = {
  list: {
    method: 'GET',
    path: '/channels',
    summary: 'List channels',
    query: listChannelsQuery,
    responses: { 200: channelPage },
    metadata: routeMetadata({ errors: [...listErrors] }),
  },
  create: {
    method: 'POST',
    path: '/channels',
    summary: 'Create a channel',
    headers: idempotencyHeaders,
    body: createChannelBody,
    responses: { 201: channel },
    metadata: routeMetadata({
      creates: 'channel',
      errors: ['SVC-CONFLICT', ...bodyErrors, ...postErrors],
    }),
  },
  get: {
    ...onChannel,
    method: 'GET',
    path: '/channels/:id',
    summary: 'Get a channel',
    responses: { 200: channel },
    metadata: routeMetadata({ resource: 'channel', errors: ['SVC-NOT-FOUND'] }),
  },
  update: {
    ...onChannel,
    method: 'PATCH',
    path: '/channels/:id',
    summary: 'Change a channel',
    body: updateChannelBody,
    responses: { 200: channel },
    metadata: routeMetadata({
      resource: 'channel',
      errors: [...missing, 'SVC-INVALID-TRANSITION'],
    }),
  },
  delete: {
    ...onChannel,
    method: 'DELETE',
    path: '/channels/:id',
    summary: 'Delete a channel',
    description:
      'The channel is archived: it sends and receives no more, its history stays. Queued messages fail with SVC-CHANNEL-UNAVAILABLE.',
    responses: { 204: z.undefined() },
    metadata: routeMetadata({ resource: 'channel', errors: ['SVC-NOT-FOUND'] }),
  },
  enable: {
    ...post,
    path: '/channels/:id/enable',
    summary: 'Enable a channel',
    description: 'Checks the channel and makes it active.',
    body: z.object({}).optional(),
    responses: { 200: channel },
    metadata: routeMetadata({
      resource: 'channel',
      errors: [...missing, ...postErrors, 'SVC-INVALID-TRANSITION'],
    }),
  },
  disable: {
    ...post,
    path: '/channels/:id/disable',
    summary: 'Disable a channel',
    description:
      'New messages are refused; queued ones wait until the channel is enabled or they expire.',
    body: z.object({}).optional(),
    responses: { 200: channel },
    metadata: routeMetadata({
      resource: 'channel',
      errors: [...missing, ...postErrors, 'SVC-INVALID-TRANSITION'],
    }),
  },
  simulateInbound: {
    ...post,
    path: '/channels/:id/simulate/inbound',
    summary: 'Simulate a message from a customer (sandbox)',
    description: 'Taken in like a real one: contact, conversation, message and events are made.',
    body: simulateInboundBody,
    responses: { 202: simulatedInbound },
    metadata: routeMetadata({
      resource: 'channel',
      errors: [...missing, ...postErrors, 'SVC-CHANNEL-UNAVAILABLE', 'SVC-RECIPIENT-INVALID'],
    }),
  },
  simulateStatus: {
    ...post,
    path: '/channels/:id/simulate/status',
    summary: 'Simulate a status report (sandbox)',
    body: simulateStatusBody,
    responses: { 202: message },
    metadata: routeMetadata({
      resource: 'channel',
      errors: [...missing, ...postErrors, 'SVC-CHANNEL-UNAVAILABLE'],
    }),
  },
} as const;
