import * as z from 'zod';
import { eventPattern } from './event-names.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, idFilter, sortedBy } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { timestamp, timestampInput } from './timestamps.ts';

export const webhookDeliveryStatus = z
  .enum(['pending', 'delivering', 'delivered', 'retrying', 'exhausted', 'canceled'])
  .describe(
    '`exhausted`: given up after the last attempt. `canceled`: the endpoint was disabled or deleted first.',
  );
export type WebhookDeliveryStatus = z.infer<typeof webhookDeliveryStatus>;

/** Why an attempt failed. New codes may be added. */
export const webhookAttemptErrors = {
  http_status: 'The answer was not 2xx.',
  redirect: 'The answer was a redirect; they are never followed.',
  timeout: 'No complete answer came within 15 seconds.',
  name_not_resolved: 'The host name does not resolve.',
  url_not_allowed: 'The URL does not begin with https://, or its port is not called.',
  address_not_allowed: 'The host is not at a public address.',
  connection_refused: 'The host refuses connections on this port.',
  connection_failed: 'The connection could not be made, or broke off.',
  tls_failed: 'The certificate, or the TLS handshake, is not valid.',
  invalid_response: 'The answer is not HTTP.',
  response_too_large: 'The answer was longer than 16 kB and was cut off; its status counts.',
  interrupted: 'The sender stopped meanwhile: whether the event arrived is not known.',
} as const;
export type WebhookAttemptErrorCode = keyof typeof webhookAttemptErrors;

export const webhookAttemptError = z
  .object({
    code: z.string().describe(
      `${Object.keys(webhookAttemptErrors)
        .map((code) => `\`${code}\``)
        .join(', ')}; new codes may be added.`,
    ),
    message: z.string().describe('For people.'),
  })
  .describe('What went wrong with an attempt.');
export type WebhookAttemptError = z.infer<typeof webhookAttemptError>;

export const webhookAttempt = z
  .object({
    n: z.number().int().describe('1, 2, 3 … over the whole life of the delivery.'),
    trigger: z
      .enum(['scheduled', 'manual'])
      .describe('`manual`: asked for by a redelivery or a replay.'),
    at: timestamp.describe('When it began.'),
    statusCode: z.number().int().nullable().describe('Status of the answer; null = none came.'),
    error: webhookAttemptError
      .nullable()
      .describe('What went wrong; null when the answer was a 2xx and complete.'),
    durationMs: z.number().int().describe('From the look-up of the name to the end.'),
    responseSnippet: z
      .string()
      .nullable()
      .describe('The beginning of the answer, at most 1 kB; null = none came.'),
    nextAttemptAt: timestamp.nullable().describe('When the next one follows; null = none does.'),
  })
  .describe('One attempt to deliver an event.');
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

export class WebhookDeliverySchema extends named('One event on its way to one endpoint.', {
  id: id('webhookDelivery'),
  endpointId: id('webhookEndpoint'),
  eventId: id('event'),
  eventType: z.string().describe('Type of the event.'),
  status: webhookDeliveryStatus,
  attemptCount: z.number().int().describe('Attempts so far.'),
  nextAttemptAt: timestamp.nullable().describe('When it is tried next; null = no more.'),
  lastAttempt: webhookAttempt.nullable().describe('The latest attempt; null = none yet.'),
  createdAt: timestamp.describe('When the event happened, or was first replayed to it.'),
  updatedAt: timestamp.describe('When it last changed.'),
  deliveredAt: timestamp.nullable().describe('When it was answered 2xx; null = not yet.'),
}) {}
export const webhookDelivery = new WebhookDeliverySchema();
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export class WebhookDeliveryDetailSchema extends named(
  'One event on its way to one endpoint, with every attempt.',
  {
    ...webhookDelivery.shape,
    attempts: z.array(webhookAttempt).describe('All attempts, the first one first.'),
  },
) {}
export const webhookDeliveryDetail = new WebhookDeliveryDetailSchema();
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetail>;

export const listWebhookDeliveriesQuery = pageQuery
  .extend({
    status: anyOf(webhookDeliveryStatus).optional().describe('Deliveries in any of these states.'),
    eventType: anyOf(eventPattern).optional().describe('Of any of these types or groups.'),
    eventId: idFilter().optional().describe('Of any of these events.'),
    since: timestampInput.optional().describe('Made at this time or later.'),
    until: timestampInput.optional().describe('Made before this time.'),
    sort: sortedBy('-createdAt', 'createdAt'),
  })
  .describe('Which deliveries to list.');
export type ListWebhookDeliveriesQuery = z.infer<typeof listWebhookDeliveriesQuery>;

export const webhookDeliveryPage = page(webhookDelivery).describe('A page of deliveries.');

const routes = resourceRoutes('/webhook-deliveries', 'webhookDelivery', webhookDelivery);

export const webhookDeliveriesRoutes = {
  get: {
    ...routes.get('Get a delivery with its attempts'),
    responses: { 200: webhookDeliveryDetail },
  },
  redeliver: {
    ...routes.action('redeliver', 'Deliver an event once more', 'SVC-INVALID-TRANSITION'),
    description:
      'The same delivery is tried at once and anew, by the whole schedule if need be. Not while its first attempt is still to come or one is on its way, and not to a disabled endpoint.',
    responses: { 202: webhookDelivery },
  },
};
