import * as z from 'zod';
import { eventPattern } from './event-names.ts';
import { id, idInput } from './ids.ts';
import { metadata, metadataInput, metadataPatch } from './metadata.ts';
import { named } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { timestamp } from './timestamps.ts';
import { listWebhookDeliveriesQuery, webhookDeliveryPage } from './webhook-deliveries.ts';
import { webhookHeadersInput, webhookHeadersPatch, webhookUrl } from './webhook-destination.ts';
import { rotateWebhookSecretBody, webhookSecret } from './webhook-secrets.ts';
import {
  replayWebhookBody,
  testWebhookBody,
  webhookReplay,
  webhookTestResult,
} from './webhook-trials.ts';

export const webhookEndpointStatus = z
  .enum(['enabled', 'disabled'])
  .describe('Only enabled endpoints are sent events.');
export type WebhookEndpointStatus = z.infer<typeof webhookEndpointStatus>;

const url = webhookUrl.describe(
  'Where events are sent: `https`, on port 443, 80 or from 1024 up, at a public address; unique within the tenant.',
);
const description = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .nullable()
  .optional()
  .describe('What it is for.');
const events = z
  .array(eventPattern)
  .min(1)
  .max(100)
  .describe('What it is sent: types, groups of types such as `message.*`, or `*`.');
const channelIds = z
  .array(idInput('channel'))
  .min(1)
  .max(100)
  .nullable()
  .optional()
  .describe('Only events of these channels, and those of no channel; null = of all.');
const maxPerSecond = z
  .int()
  .min(1)
  .max(1_000)
  .nullable()
  .describe('Attempts per second at most; null = no limit.');

export class WebhookEndpointSchema extends named('A receiver of events.', {
  id: id('webhookEndpoint'),
  url: z.string().describe('Where events are sent.'),
  description: z.string().nullable().describe('What it is for.'),
  events: z.array(z.string()).describe('The types and groups of types that it is sent.'),
  channelIds: z
    .array(z.string())
    .nullable()
    .describe('Only events of these channels, and those of no channel; null = of all.'),
  status: webhookEndpointStatus,
  disabledReason: z
    .enum(['manual', 'failing', 'gone'])
    .nullable()
    .describe(
      'Why it is disabled: by request; it failed for 120 hours; it answered 410. Null when it is enabled.',
    ),
  headers: z
    .record(z.string(), z.string())
    .describe('Headers that are sent along; every value reads `***`.'),
  maxPerSecond,
  failingSince: timestamp
    .nullable()
    .describe('Since when no attempt has succeeded; null = the last one has, or there was none.'),
  lastDeliveryAt: timestamp.nullable().describe('Last attempt.'),
  lastSuccessAt: timestamp.nullable().describe('Last attempt that was answered 2xx.'),
  metadata,
  createdAt: timestamp.describe('When it was made.'),
  updatedAt: timestamp.describe('When you, or a rule, last changed it.'),
  disabledAt: timestamp.nullable().describe('When it was disabled; null when it is enabled.'),
}) {}
export const webhookEndpoint = new WebhookEndpointSchema();
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export class WebhookEndpointWithSecretSchema extends named(
  'A receiver of events, with its new secret.',
  {
    ...webhookEndpoint.shape,
    secret: z
      .string()
      .nullable()
      .describe(
        'What verifies signatures, `whsec_…`. Null when this answer repeats an earlier one: read it from `/secret`.',
      ),
  },
) {}
export const webhookEndpointWithSecret = new WebhookEndpointWithSecretSchema();
export type WebhookEndpointWithSecret = z.infer<typeof webhookEndpointWithSecret>;

export const createWebhookEndpointBody = z
  .object({
    url,
    description,
    events,
    channelIds,
    headers: webhookHeadersInput.optional(),
    maxPerSecond: maxPerSecond.optional(),
    metadata: metadataInput.optional(),
  })
  .describe('A new receiver; it is enabled at once.');
export type CreateWebhookEndpointBody = z.infer<typeof createWebhookEndpointBody>;

export const updateWebhookEndpointBody = z
  .object({
    url: url.optional(),
    description,
    events: events.optional(),
    channelIds,
    headers: webhookHeadersPatch.optional(),
    maxPerSecond: maxPerSecond.optional(),
    metadata: metadataPatch.optional(),
  })
  .describe('What to change; absent fields stay as they are.');
export type UpdateWebhookEndpointBody = z.infer<typeof updateWebhookEndpointBody>;

export const listWebhookEndpointsQuery = pageQuery
  .extend({
    status: anyOf(webhookEndpointStatus).optional().describe('Endpoints in any of these states.'),
    sort: z.enum(['-createdAt', 'createdAt']).default('-createdAt').describe('Order of the list.'),
  })
  .describe('Which webhook endpoints to list.');
export type ListWebhookEndpointsQuery = z.infer<typeof listWebhookEndpointsQuery>;

export const webhookEndpointPage = page(webhookEndpoint).describe('A page of webhook endpoints.');

const routes = resourceRoutes('/webhook-endpoints', 'webhookEndpoint', webhookEndpoint);

export const webhookEndpointsRoutes = {
  list: routes.list('List webhook endpoints', listWebhookEndpointsQuery, webhookEndpointPage),
  create: {
    ...routes.create('Create a webhook endpoint', createWebhookEndpointBody),
    description: 'From now on it is sent the events that it names. At most 20 per tenant.',
    responses: { 201: webhookEndpointWithSecret },
    metadata: {
      creates: 'webhookEndpoint',
      secrets: ['secret'],
      errors: ['SVC-CONFLICT', 'SVC-RULE-VIOLATION', 'SVC-LIMIT-REACHED'],
    },
  },
  get: routes.get('Get a webhook endpoint'),
  update: {
    ...routes.update(
      'Change a webhook endpoint',
      updateWebhookEndpointBody,
      'SVC-CONFLICT',
      'SVC-RULE-VIOLATION',
    ),
    description: 'Events that wait for it already go to the new address, with the new headers.',
  },
  delete: {
    ...routes.delete('Delete a webhook endpoint'),
    description: 'What waits for it is canceled; its deliveries stay readable.',
  },
  getSecret: {
    ...routes.get('Get the secrets of a webhook endpoint'),
    path: '/webhook-endpoints/:id/secret',
    responses: { 200: webhookSecret },
  },
  rotateSecret: {
    ...routes.action('rotate-secret', 'Give a webhook endpoint a new secret'),
    description:
      'Until the overlap ends every attempt is signed with both. At most three old secrets may still sign.',
    body: rotateWebhookSecretBody.optional(),
    responses: { 200: webhookEndpointWithSecret },
    metadata: { resource: 'webhookEndpoint', secrets: ['secret'], errors: ['SVC-LIMIT-REACHED'] },
  },
  enable: {
    ...routes.action('enable', 'Enable a webhook endpoint'),
    description:
      'It is sent what happens from now on; `/replay` brings what it missed. Enabling an enabled one changes nothing.',
  },
  disable: {
    ...routes.action('disable', 'Disable a webhook endpoint'),
    description: 'What waits for it is canceled. Disabling a disabled one changes nothing.',
  },
  test: {
    ...routes.action('test', 'Send a test event to a webhook endpoint'),
    description:
      'One signed attempt, now, with an example of the type and `test: true`. It is in no log and is not tried again; a disabled endpoint can be tested too.',
    body: testWebhookBody.optional(),
    responses: { 200: webhookTestResult },
  },
  replay: {
    ...routes.action(
      'replay',
      'Send past events to a webhook endpoint',
      'SVC-INVALID-TRANSITION',
      'SVC-RULE-VIOLATION',
    ),
    description:
      'Goes through the event log, 30 days at most, in the background. Unless `onlyFailed` is false, it sends what the endpoint has not got: deliveries that were given up or canceled, and events from before it was made or while it was disabled. What still waits for it is left alone.',
    body: replayWebhookBody,
    responses: { 202: webhookReplay },
  },
  listDeliveries: routes.listOf(
    'deliveries',
    'List the deliveries to a webhook endpoint',
    listWebhookDeliveriesQuery,
    webhookDeliveryPage,
  ),
} as const;
