import { type Message, NotFoundError, Parley } from '@parley/sdk';

const parley = new Parley({
  apiKey: 'prl_live_consumer',
  baseUrl: 'http://127.0.0.1:9',
  maxRetries: 0,
  fetch: async (input) => answer(String(input instanceof Request ? input.url : input)),
});

void main();

async function main() {
  const page = await parley.messages.list({ limit: 1 });
  const statuses: Array<Message['status']> = page.data.map((message) => message.status);
  const missing = await parley.messages.get('msg_missing').safe();
  if (statuses.length !== 0 || missing.ok || !NotFoundError.is(missing.error)) {
    throw new Error(`unexpected: ${JSON.stringify({ statuses, missing })}`);
  }
}

function answer(url: string): Response {
  if (url.includes('msg_missing')) {
    const error = { code: 'SVC-NOT-FOUND', message: 'No such message.', details: {} };
    return Response.json({ error }, { status: 404 });
  }
  return Response.json({ data: [], nextCursor: null });
}

// @ts-expect-error A type that allows this is an empty type.
export const wrong = () => parley.messages.send({ channelId: 1 });
