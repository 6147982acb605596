import * as z from 'zod';
import { eventPattern } from './event-names.ts';
import { idInput } from './ids.ts';
import { metadataInput, metadataPatch } from './metadata.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, sortedBy, timeRanges } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { textInput } from './text-inputs.ts';
import { listWebhookDeliveriesQuery, webhookDeliveryPage } from './webhook-deliveries.ts';
import { webhookHeadersInput, webhookHeadersPatch, webhookUrl } from './webhook-destination.ts';
import {
  webhookEndpoint,
  webhookEndpointStatus,
  webhookEndpointWithSecret,
} from './webhook-endpoints.record.ts';
import { rotateWebhookSecretBody, webhookSecret } from './webhook-secrets.ts';
import {
  replayWebhookBody,
  testWebhookBody,
  webhookReplay,
  webhookTestResult,
} from './webhook-trials.ts';

const url = webhookUrl.describe(
  'URL that receives the events: `https`, on port 443, 80 or from 1024 up, at a public address. Unique within the tenant.',
);
const description = textInput(255).nullish().describe('Purpose, in your own words.');
const events = z
  .array(eventPattern)
  .min(1)
  .max(100)
  .describe(
    'Event types that the endpoint receives: types, groups such as `message.*`, or `*`. To receive `message.queued`, name it: groups and `*` leave it out.',
  );
const channelIds = z
  .array(idInput('channel'))
  .min(1)
  .max(100)
  .nullish()
  .describe('Only events of these channels, and events without a channel; null = all channels.');
const { maxPerSecond } = webhookEndpoint.shape;

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
  .describe('A new webhook endpoint. It is enabled at once.');
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
  .describe('Fields to change. Absent fields keep their values.');
export type UpdateWebhookEndpointBody = z.infer<typeof updateWebhookEndpointBody>;

export const listWebhookEndpointsQuery = pageQuery
  .extend({
    status: anyOf(webhookEndpointStatus)
      .optional()
      .describe('Only endpoints with any of these statuses.'),
    ...timeRanges,
    sort: sortedBy('-createdAt', 'createdAt'),
  })
  .describe('Which webhook endpoints to list.');
export type ListWebhookEndpointsQuery = z.infer<typeof listWebhookEndpointsQuery>;

export const webhookEndpointPage = page(webhookEndpoint).describe('A page of webhook endpoints.');

const routes = resourceRoutes('/webhook-endpoints', 'webhookEndpoint', webhookEndpoint);

export const webhookEndpointsRoutes = {
  list: routes.list('List webhook endpoints', listWebhookEndpointsQuery, webhookEndpointPage),
  create: {
    ...routes.create('Create a webhook endpoint', createWebhookEndpointBody),
    description:
      'The endpoint receives the events that occur from now on. A tenant can have at most 20 endpoints.',
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
    description:
      'Events that wait for an attempt are then sent to the new URL with the new headers.',
  },
  delete: {
    ...routes.delete('Delete a webhook endpoint'),
    description:
      'Cancels the deliveries that wait for an attempt. You can still read all deliveries.',
  },
  getSecret: {
    ...routes.get('Get the secrets of a webhook endpoint'),
    path: '/webhook-endpoints/:id/secret',
    responses: { 200: webhookSecret },
  },
  rotateSecret: {
    ...routes.action('rotate-secret', 'Give a webhook endpoint a new secret'),
    description:
      'During the overlap, the new secret and the old ones sign every attempt. At most three old secrets sign at a time.',
    body: rotateWebhookSecretBody.optional(),
    responses: { 200: webhookEndpointWithSecret },
    metadata: { resource: 'webhookEndpoint', secrets: ['secret'], errors: ['SVC-LIMIT-REACHED'] },
  },
  enable: {
    ...routes.action('enable', 'Enable a webhook endpoint'),
    description:
      'The endpoint receives the events that occur from now on; `/replay` sends the ones that it missed. Enabling an enabled endpoint changes nothing.',
  },
  disable: {
    ...routes.action('disable', 'Disable a webhook endpoint'),
    description:
      'Cancels the deliveries that wait for an attempt. Disabling a disabled endpoint changes nothing.',
  },
  test: {
    ...routes.action('test', 'Send a test event to a webhook endpoint'),
    description:
      'Sends one signed example event with `test: true` at once, without retries. The event does not appear in the event log. Works for disabled endpoints too.',
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
      'Reads the event log, up to 30 days back, in the background. Sends the events that the endpoint has not received: those with a delivery that is `exhausted` or `canceled`, and those from before the endpoint existed or while it was disabled. With `onlyFailed: false`, also sends delivered events. Skips deliveries that still wait for an attempt.',
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
