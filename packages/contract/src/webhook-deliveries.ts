import * as z from 'zod';
import { eventPattern } from './event-names.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { textOrNull, timeOrNull } from './nullable.ts';
import { page, pageQuery } from './pagination.ts';
import { anyOf, idFilter, sortedBy } from './query.ts';
import { resourceRoutes } from './resource-routes.ts';
import { timestamp, timestampInput } from './timestamps.ts';

export const webhookDeliveryStatus = z
  .enum(['pending', 'delivering', 'delivered', 'retrying', 'exhausted', 'canceled'])
  .describe(
    'Status of the delivery. `pending`: waits for its first attempt. `delivering`: an attempt is in flight. `retrying`: another attempt follows. `exhausted`: no further attempt follows. `canceled`: the endpoint was disabled or deleted.',
  );
export type WebhookDeliveryStatus = z.infer<typeof webhookDeliveryStatus>;

/** The codes of failed attempts, each with its message. New codes may be added. */
export const webhookAttemptErrors = {
  http_status: 'The answer was not 2xx.',
  redirect: 'The answer was a redirect; redirects are never followed.',
  timeout: 'No complete answer came within 15 seconds.',
  name_not_resolved: 'The host name does not resolve.',
  url_not_allowed: 'The URL does not begin with https://, or its port is not allowed.',
  address_not_allowed: 'The destination address is not allowed.',
  connection_refused: 'The host refuses connections on this port.',
  connection_failed: 'The connection could not be made, or broke.',
  tls_failed: 'The certificate, or the TLS handshake, is not valid.',
  invalid_response: 'The answer is not HTTP.',
  response_too_large: 'The answer was longer than 16 kB and was cut off; its status counts.',
  interrupted: 'The sending process stopped: it is unknown whether the event arrived.',
} as const;
export type WebhookAttemptErrorCode = keyof typeof webhookAttemptErrors;

export const webhookAttemptError = z
  .object({
    code: z.string().describe(
      `${Object.keys(webhookAttemptErrors)
        .map((code) => `\`${code}\``)
        .join(', ')}; new codes may be added.`,
    ),
    message: z.string().describe('Human-readable text; it may change.'),
  })
  .describe('Error of an attempt.');
export type WebhookAttemptError = z.infer<typeof webhookAttemptError>;

export const webhookAttempt = z
  .object({
    n: z.int().describe('Number of the attempt, from 1. Redeliveries continue the count.'),
    trigger: z
      .enum(['scheduled', 'manual'])
      .describe('Cause of the attempt. `manual`: a redelivery or a replay.'),
    at: timestamp.describe('Start time.'),
    statusCode: z.int().nullable().describe('HTTP status of the answer; null = no answer.'),
    error: webhookAttemptError
      .nullable()
      .describe('Error; null when the answer was a complete 2xx.'),
    durationMs: z.int().describe('Milliseconds from the DNS lookup to the end of the answer.'),
    responseSnippet: textOrNull('First part of the answer, at most 1 kB; null = no answer.'),
    nextAttemptAt: timeOrNull('Time of the next attempt; null = no further attempt.'),
  })
  .describe('One attempt to deliver an event.');
export type WebhookAttempt = z.infer<typeof webhookAttempt>;

export class WebhookDeliverySchema extends named('The delivery of one event to one endpoint.', {
  id: id('webhookDelivery'),
  endpointId: id('webhookEndpoint'),
  eventId: id('event'),
  eventType: z.string().describe('Type of the event.'),
  status: webhookDeliveryStatus,
  attemptCount: z.int().describe('Number of attempts so far.'),
  nextAttemptAt: timeOrNull('Time of the next attempt; null = no further attempt.'),
  lastAttempt: webhookAttempt.nullable().describe('Last attempt; null = none yet.'),
  createdAt: timestamp.describe('Time of the event, or of its first replay to this endpoint.'),
  updatedAt: timestamp.describe('Time of the last change.'),
  deliveredAt: timeOrNull('Time of the 2xx answer; null = not delivered yet.'),
}) {}
export const webhookDelivery = new WebhookDeliverySchema();
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export class WebhookDeliveryDetailSchema extends named(
  'The delivery of one event to one endpoint, with every attempt.',
  {
    ...webhookDelivery.shape,
    attempts: z.array(webhookAttempt).describe('All attempts, oldest first.'),
  },
) {}
export const webhookDeliveryDetail = new WebhookDeliveryDetailSchema();
export type WebhookDeliveryDetail = z.infer<typeof webhookDeliveryDetail>;

export const listWebhookDeliveriesQuery = pageQuery
  .extend({
    status: anyOf(webhookDeliveryStatus)
      .optional()
      .describe('Only deliveries with any of these statuses.'),
    eventType: anyOf(eventPattern)
      .optional()
      .describe('Only deliveries of events of any of these types or groups.'),
    eventId: idFilter().optional().describe('Only deliveries of any of these events.'),
    since: timestampInput.optional().describe('Only deliveries created at this time or later.'),
    until: timestampInput.optional().describe('Only deliveries created before this time.'),
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
      'Sends the event again at once, with the whole schedule of attempts. Returns 409 `SVC-INVALID-TRANSITION` while the delivery is `pending` or `delivering`, or when its endpoint is disabled.',
    responses: { 202: webhookDelivery },
  },
};
