import { at, bySystem, changed, exampleId, made, onePage } from './example-values.ts';
import type { WebhookEndpoint } from './webhook-endpoints.record.ts';

const webhookEndpoint: WebhookEndpoint = {
  id: exampleId('webhookEndpoint', 'D'),
  url: 'https://shop.example.com/hooks/parley',
  description: 'Order system',
  events: ['message.*', 'conversation.created'],
  channelIds: null,
  status: 'enabled',
  disabledReason: null,
  headers: { 'x-shop-token': '***' },
  maxPerSecond: null,
  failingSince: null,
  lastDeliveryAt: at(51),
  lastSuccessAt: at(51),
  metadata: {},
  createdAt: at(0),
  updatedAt: at(0),
  disabledAt: null,
};

// A secret of 32 bytes for the examples only.
const webhookSecret = 'whsec_ZXhhbXBsZSBzZWNyZXQgb2YgdGhlIGRvY3VtZW50cyE=';

export const webhookEndpointExamples = {
  webhookUrl: webhookEndpoint.url,
  webhookHeadersInput: { 'x-shop-token': 'b7c1f0' },
  webhookHeadersPatch: { 'x-shop-token': '***', 'x-old': null },
  webhookEndpoint,
  webhookEndpointWithSecret: { ...webhookEndpoint, secret: webhookSecret },
  webhookEndpointPage: onePage(webhookEndpoint),
  listWebhookEndpointsQuery: { status: ['enabled'] },
  createWebhookEndpointBody: {
    url: webhookEndpoint.url,
    description: 'Order system',
    events: ['message.*', 'conversation.created'],
    headers: { 'x-shop-token': 'b7c1f0' },
  },
  updateWebhookEndpointBody: { events: ['*'], maxPerSecond: 20 },
  webhookSecret: { secret: webhookSecret, previous: [] },
  rotateWebhookSecretBody: { overlapHours: 48 },
  testWebhookBody: { type: 'message.received' },
  webhookTestResult: {
    delivered: true,
    statusCode: 204,
    durationMs: 38,
    responseSnippet: '',
    error: null,
  },
  replayWebhookBody: { since: at(0), types: ['message.*'] },
  webhookReplay: { count: 12 },
} as const;

export const webhookEndpointEventExamples = {
  'webhook_endpoint.disabled': changed(
    webhookEndpoint,
    { status: 'disabled', disabledReason: 'gone', disabledAt: at(50) },
    bySystem,
  ),
  'webhook.test': made(webhookEndpoint, {
    sequence: 0,
    test: true,
  }),
};
