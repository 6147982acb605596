import * as z from 'zod';
import { eventPattern } from './event-names.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { id, idInput, idParams } from './ids.ts';
import { metadata, metadataInput, metadataPatch } from './metadata.ts';
import { named } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf } from './query.ts';
import { bodyErrors, listErrors, postErrors, routeMetadata } from './routes.ts';
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

const onEndpoint = { pathParams: idParams('webhookEndpoint') };
const post = { ...onEndpoint, method: 'POST', headers: idempotencyHeaders } as const;
const missing = ['SVC-NOT-FOUND', ...bodyErrors] as const;

export const webhookEndpointsRoutes = {
  list: {
    method: 'GET',
    path: '/webhook-endpoints',
    summary: 'List webhook endpoints',
    query: listWebhookEndpointsQuery,
    responses: { 200: webhookEndpointPage },
    metadata: routeMetadata({ errors: [...listErrors] }),
  },
  create: {
    method: 'POST',
    path: '/webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description: 'From now on it is sent the events that it names. At most 20 per tenant.',
    headers: idempotencyHeaders,
    body: createWebhookEndpointBody,
    responses: { 201: webhookEndpointWithSecret },
    metadata: routeMetadata({
      creates: 'webhookEndpoint',
      secrets: ['secret'],
      errors: [
        ...missing,
        ...postErrors,
        'SVC-CONFLICT',
        'SVC-RULE-VIOLATION',
        'SVC-LIMIT-REACHED',
      ],
    }),
  },
  get: {
    ...onEndpoint,
    method: 'GET',
    path: '/webhook-endpoints/:id',
    summary: 'Get a webhook endpoint',
    responses: { 200: webhookEndpoint },
    metadata: routeMetadata({ resource: 'webhookEndpoint', errors: ['SVC-NOT-FOUND'] }),
  },
  update: {
    ...onEndpoint,
    method: 'PATCH',
    path: '/webhook-endpoints/:id',
    summary: 'Change a webhook endpoint',
    description: 'Events that wait for it already go to the new address, with the new headers.',
    body: updateWebhookEndpointBody,
    responses: { 200: webhookEndpoint },
    metadata: routeMetadata({
      resource: 'webhookEndpoint',
      errors: [...missing, 'SVC-CONFLICT', 'SVC-RULE-VIOLATION'],
    }),
  },
  delete: {
    ...onEndpoint,
    method: 'DELETE',
    path: '/webhook-endpoints/:id',
    summary: 'Delete a webhook endpoint',
    description: 'What waits for it is canceled; its deliveries stay readable.',
    responses: { 204: z.undefined() },
    metadata: routeMetadata({ resource: 'webhookEndpoint', errors: ['SVC-NOT-FOUND'] }),
  },
  getSecret: {
    ...onEndpoint,
    method: 'GET',
    path: '/webhook-endpoints/:id/secret',
    summary: 'Get the secrets of a webhook endpoint',
    responses: { 200: webhookSecret },
    metadata: routeMetadata({ resource: 'webhookEndpoint', errors: ['SVC-NOT-FOUND'] }),
  },
  rotateSecret: {
    ...post,
    path: '/webhook-endpoints/:id/rotate-secret',
    summary: 'Give a webhook endpoint a new secret',
    description:
      'Until the overlap ends every attempt is signed with both. At most three old secrets may still sign.',
    body: rotateWebhookSecretBody.optional(),
    responses: { 200: webhookEndpointWithSecret },
    metadata: routeMetadata({
      resource: 'webhookEndpoint',
      secrets: ['secret'],
      errors: [...missing, ...postErrors, 'SVC-LIMIT-REACHED'],
    }),
  },
  enable: {
    ...post,
    path: '/webhook-endpoints/:id/enable',
    summary: 'Enable a webhook endpoint',
    description:
      'It is sent what happens from now on; `/replay` brings what it missed. Enabling an enabled one changes nothing.',
    body: z.object({}).optional(),
    responses: { 200: webhookEndpoint },
    metadata: routeMetadata({ resource: 'webhookEndpoint', errors: [...missing, ...postErrors] }),
  },
  disable: {
    ...post,
    path: '/webhook-endpoints/:id/disable',
    summary: 'Disable a webhook endpoint',
    description: 'What waits for it is canceled. Disabling a disabled one changes nothing.',
    body: z.object({}).optional(),
    responses: { 200: webhookEndpoint },
    metadata: routeMetadata({ resource: 'webhookEndpoint', errors: [...missing, ...postErrors] }),
  },
  test: {
    ...post,
    path: '/webhook-endpoints/:id/test',
    summary: 'Send a test event to a webhook endpoint',
    description:
      'One signed attempt, now, with an example of the type and `test: true`. It is in no log and is not tried again; a disabled endpoint can be tested too.',
    body: testWebhookBody.optional(),
    responses: { 200: webhookTestResult },
    metadata: routeMetadata({ resource: 'webhookEndpoint', errors: [...missing, ...postErrors] }),
  },
  replay: {
    ...post,
    path: '/webhook-endpoints/:id/replay',
    summary: 'Send past events to a webhook endpoint',
    description:
      'Goes through the event log, 30 days at most, in the background. Unless `onlyFailed` is false, it sends what the endpoint has not got: deliveries that were given up or canceled, and events from before it was made or while it was disabled. What still waits for it is left alone.',
    body: replayWebhookBody,
    responses: { 202: webhookReplay },
    metadata: routeMetadata({
      resource: 'webhookEndpoint',
      errors: [...missing, ...postErrors, 'SVC-INVALID-TRANSITION', 'SVC-RULE-VIOLATION'],
    }),
  },
  listDeliveries: {
    ...onEndpoint,
    method: 'GET',
    path: '/webhook-endpoints/:id/deliveries',
    summary: 'List the deliveries to a webhook endpoint',
    query: listWebhookDeliveriesQuery,
    responses: { 200: webhookDeliveryPage },
    metadata: routeMetadata({
      resource: 'webhookEndpoint',
      errors: ['SVC-NOT-FOUND', ...listErrors],
    }),
  },
} as const;
