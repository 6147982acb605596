import { type Adapter, given, load, secretText } from '../adapter.ts';
import { standardWebhooks } from './webhook-schemes.ts';

interface Sdk {
  BirdClient: new (
    options: object,
  ) => {
    email: {
      get(id: string, options: object): Promise<unknown>;
      send(body: object, options: object): Promise<unknown>;
      list(query: object): AsyncIterable<{ id: string }>;
    };
    webhooks: { unwrap(body: unknown, headers: unknown, options: object): unknown };
  };
}

export const bird: Adapter = {
  package: '@messagebird/sdk',
  hasSignal: true,
  async open({ baseUrl, apiKey, timeoutMs, retries, fetch }) {
    const { BirdClient } = await load<Sdk>('@messagebird/sdk');
    const client = new BirdClient(
      given({
        baseUrl,
        fetch,
        apiKey,
        timeout: timeoutMs,
        maxRetries: retries === false ? 0 : undefined,
      }),
    );
    const email = {
      from: 'lab@example.com',
      to: ['lab@example.com'],
      subject: 'Lab',
      html: secretText,
    };
    return {
      raw: client,
      get: (signal) => client.email.get('em_1', given({ signal })),
      post: (signal) => client.email.send(email, given({ signal })),
      list: (cursor) => client.email.list(given({ starting_after: cursor })),
    };
  },
  pages: {
    cursorParameter: 'starting_after',
    render: ({ items, next }) => ({ body: { data: items, next_cursor: next } }),
  },
  webhooks: {
    ...standardWebhooks,
    async verifier() {
      const { BirdClient } = await load<Sdk>('@messagebird/sdk');
      const { webhooks } = new BirdClient({ apiKey: 'bk_eu1_lab' });
      return (body, headers, [secret = '']) => webhooks.unwrap(body, headers, { secret });
    },
  },
};
