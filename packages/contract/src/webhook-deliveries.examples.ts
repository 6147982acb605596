import { at, exampleId, onePage } from './example-values.ts';
import type { WebhookAttempt, WebhookDelivery } from './webhook-deliveries.ts';

const webhookAttempt: WebhookAttempt = {
  n: 1,
  trigger: 'scheduled',
  at: at(51),
  statusCode: 503,
  error: { code: 'http_status', message: 'The answer was 503.' },
  durationMs: 42,
  responseSnippet: 'busy',
  nextAttemptAt: at(56),
};

const webhookDelivery: WebhookDelivery = {
  id: exampleId('webhookDelivery', 'E'),
  endpointId: exampleId('webhookEndpoint', 'D'),
  eventId: exampleId('event', '9'),
  eventType: 'message.delivered',
  status: 'retrying',
  attemptCount: 1,
  nextAttemptAt: at(56),
  lastAttempt: webhookAttempt,
  createdAt: at(50),
  updatedAt: at(51),
  deliveredAt: null,
};

export const webhookDeliveryExamples = {
  webhookAttempt,
  webhookAttemptError: webhookAttempt.error,
  webhookDelivery,
  webhookDeliveryDetail: { ...webhookDelivery, attempts: [webhookAttempt] },
  webhookDeliveryPage: onePage(webhookDelivery),
  listWebhookDeliveriesQuery: { status: ['exhausted', 'canceled'], eventType: ['message.*'] },
} as const;
