// Separate from the bodies of requests, because those list event types, and events contain this record.

import * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { id } from './ids.ts';
import { metadata } from './metadata.ts';
import { named } from './named.ts';
import { textOrNull, timeOrNull } from './nullable.ts';
import { timestamp } from './timestamps.ts';

export const webhookEndpointStatus = z
  .enum(['enabled', 'disabled'])
  .describe('Status. Only enabled endpoints receive events.');
export type WebhookEndpointStatus = z.infer<typeof webhookEndpointStatus>;

export class WebhookEndpointSchema extends named('A URL that receives events.', {
  id: id('webhookEndpoint'),
  url: z.string().describe('URL that receives the events.'),
  description: textOrNull('Purpose, in your own words.'),
  events: z
    .array(z.string())
    .describe('Event types, and groups of types, that the endpoint receives.'),
  channelIds: z
    .array(z.string())
    .nullable()
    .describe(
      'Only events of these channels, and events without a channel; null = all channels. A comment has the channel of its ticket, and a note that of its conversation.',
    ),
  status: webhookEndpointStatus,
  disabledReason: z
    .enum(['manual', 'failing', 'gone'])
    .nullable()
    .describe(
      'Why the endpoint is disabled. `manual`: by a request. `failing`: no attempt succeeded for 120 hours. `gone`: it answered 410. Null when it is enabled.',
    ),
  headers: z
    .record(z.string(), z.string())
    .describe('Additional headers of each webhook. The API shows every value as `***`.'),
  maxPerSecond: z
    .int()
    .min(1)
    .max(1_000)
    .nullable()
    .describe('Maximum attempts per second. Further attempts wait. Null = no limit.'),
  failingSince: timeOrNull(
    'Time since which no attempt has succeeded; null = the last attempt succeeded, or there was none.',
  ),
  lastDeliveryAt: timeOrNull('Time of the last attempt; null = none yet.'),
  lastSuccessAt: timeOrNull('Time of the last attempt that got a 2xx answer; null = none yet.'),
  metadata,
  createdAt: timestamp.describe('Creation time.'),
  updatedAt: timestamp.describe(
    'Time of the last change: by a request, or when the server disabled the endpoint.',
  ),
  disabledAt: timeOrNull('Time at which the endpoint was disabled; null when it is enabled.'),
}) {}
export const webhookEndpoint = new WebhookEndpointSchema();
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

export class WebhookEndpointWithSecretSchema extends named(
  'A webhook endpoint with its new secret.',
  {
    ...webhookEndpoint.shape,
    secret: textOrNull(
      'Secret with which you verify signatures: `whsec_…`. Null in the stored response to a repeated `Idempotency-Key`; then read the secret from `/secret`.',
    ),
  },
) {}
export const webhookEndpointWithSecret = new WebhookEndpointWithSecretSchema();
export type WebhookEndpointWithSecret = z.infer<typeof webhookEndpointWithSecret>;

export const webhookEndpointEvents = eventsOf(webhookEndpoint, {
  'webhook_endpoint.disabled':
    'A webhook endpoint was disabled: it failed for too long, or answered 410.',
  'webhook.test': 'You sent a test event to a webhook endpoint; no record changed.',
});
