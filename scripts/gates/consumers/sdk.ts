import { type Message, NotFoundError, Parley } from '@parley/sdk';
import { testWebhook, verifyWebhook, type WebhookEvent } from '@parley/sdk/webhooks';

const parley = new Parley({
  apiKey: 'prl_live_consumer',
  baseUrl: 'http://127.0.0.1:9',
  maxRetries: 0,
  fetch: async (input: Request | URL | string) => {
    return answer(String(input instanceof Request ? input.url : input));
  },
});

void main();

async function main() {
  const page = await parley.messages.list({ limit: 1 });
  const statuses: Array<Message['status']> = page.data.map((message) => message.status);
  const missing = await parley.messages.get('msg_missing').safe();
  if (statuses.length !== 0 || missing.ok || !NotFoundError.is(missing.error)) {
    throw new Error(`unexpected: ${JSON.stringify({ statuses, missing })}`);
  }
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
  const sample = { type: 'message.received', data: { object: { text: 'Hi' } } } as const;
  const delivery = await testWebhook(sample, { secrets });
  const text = textOf(await verifyWebhook(delivery, { secrets }));
  if (text !== 'Hi') throw new Error(`unexpected: ${text}`);
  if (Parley.name !== 'Parley') throw new Error(`printed clients are called ${Parley.name}`);
  for await (const event of parley.events.list()) throw new Error(`unexpected: ${textOf(event)}`);
}

function textOf(event: WebhookEvent): string | null {
  switch (event.type) {
    case 'message.received':
      return event.data.object.text;
    default:
      return event.type.toUpperCase();
  }
}

function answer(url: string): Response {
  if (url.includes('msg_missing')) {
    const error = { code: 'SVC-NOT-FOUND', message: 'No such message.', details: {} };
    return new Response(JSON.stringify({ error }), { status: 404 });
  }
  return new Response(JSON.stringify({ data: [], nextCursor: null }));
}

// @ts-expect-error A type that allows this is an empty type.
export const wrong = () => parley.messages.send({ channelId: 1 });
