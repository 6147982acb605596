// Apart from the bodies, which name types of event: these events are among them.
import * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { id } from './ids.ts';
import { metadata } from './metadata.ts';
import { named } from './named.ts';
import { timestamp } from './timestamps.ts';

export const webhookEndpointStatus = z
  .enum(['enabled', 'disabled'])
  .describe('Only enabled endpoints are sent events.');
export type WebhookEndpointStatus = z.infer<typeof webhookEndpointStatus>;

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
  maxPerSecond: z
    .int()
    .min(1)
    .max(1_000)
    .nullable()
    .describe('Attempts per second at most; null = no limit.'),
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

export const webhookEndpointEvents = eventsOf(webhookEndpoint, {
  'webhook_endpoint.disabled':
    'A webhook endpoint was disabled: it failed for too long, or answered 410.',
  'webhook.test': 'You asked for a test of a webhook endpoint; nothing happened.',
});
