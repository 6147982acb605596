import { eventExamples } from '../event-examples.ts';
import { type EventType, eventTypes } from '../event-names.ts';
import { eventSchemas } from '../events.ts';
import { webhookHeaders } from '../webhook-signature.ts';
import { refTo } from './json-schema.ts';
import { eventName } from './named-schemas.ts';

export const eventsTag = {
  name: 'Webhooks',
  description:
    'The transaction that changes a record also records an event, and Parley sends it to the webhook endpoints that subscribe to its type. These are the bodies and signature headers of those requests.',
};

export const webhookParameters = {
  WebhookId: signatureHeader(webhookHeaders.id, 'ID of the event, the same on every attempt.'),
  WebhookTimestamp: signatureHeader(webhookHeaders.timestamp, 'Unix seconds of the attempt.'),
  WebhookSignature: signatureHeader(
    webhookHeaders.signature,
    'Standard Webhooks 1.0: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`; several are separated by spaces.',
  ),
};

export const webhooks = Object.fromEntries(eventTypes.map((type) => [type, webhook(type)]));

export const webhookExamples: ReadonlyMap<string, unknown> = new Map(
  eventTypes.map((type) => [eventName(type), eventExamples[type]]),
);

function webhook(type: EventType) {
  const name = eventName(type);
  return {
    post: {
      operationId: `events.${type}`,
      tags: [eventsTag.name],
      summary: `The event ${type}`,
      security: [],
      parameters: Object.keys(webhookParameters).map((key) => ({
        $ref: `#/components/parameters/${key}`,
      })),
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: refTo(eventSchemas[type]),
            examples: { [name]: { $ref: `#/components/examples/${name}` } },
          },
        },
      },
      responses: {
        '2XX': { description: 'The event was accepted.' },
        '4XX': { description: 'The event was not accepted.' },
      },
    },
  };
}

function signatureHeader(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } };
}
