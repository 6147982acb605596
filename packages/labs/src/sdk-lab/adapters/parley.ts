import { type Adapter, given, load, secretText } from '../adapter.ts';
import { standardWebhooks } from './webhook-schemes.ts';

interface Sdk {
  Parley: new (
    options: object,
  ) => {
    messages: {
      get(id: string, options: object): Promise<unknown>;
      send(body: object, options: object): Promise<unknown>;
    };
    contacts: { list(query: object): AsyncIterable<{ id: string }> };
  };
}

interface Webhooks {
  verifyWebhook(input: object, options: object): Promise<unknown>;
  verifyWebhookSync(input: object, options: object): unknown;
}

const message = { channelId: 'chn_1', to: '5511987654321', type: 'text', text: secretText };

export const parley: Adapter = {
  package: '@parley/sdk',
  hasSignal: true,
  async open({ baseUrl, apiKey, timeoutMs, deadlineMs, retries, log, hook, fetch }) {
    const { Parley } = await load<Sdk>('@parley/sdk');
    const maxRetries = retries === false ? 0 : undefined;
    const hooks = hook && { before: hook, after: hook, retry: hook };
    const logger = log && { error: log, warn: log, info: log, debug: log };
    const client = new Parley(
      given({
        baseUrl,
        apiKey,
        timeoutMs,
        deadlineMs,
        maxRetries,
        hooks,
        fetch,
        logger,
        log: log && 'debug',
      }),
    );
    return {
      raw: client,
      get: (signal) => client.messages.get('msg_1', { signal }),
      post: (signal) => client.messages.send(message, { signal }),
      list: (cursor) => client.contacts.list(given({ cursor })),
    };
  },
  pages: {
    cursorParameter: 'cursor',
    render: ({ items, next }) => ({ body: { data: items, nextCursor: next } }),
  },
  webhooks: {
    ...standardWebhooks,
    async verifier() {
      const { verifyWebhook } = await load<Webhooks>('@parley/sdk/webhooks');
      return (body, headers, secrets) => verifyWebhook({ body, headers }, { secrets });
    },
    async syncVerifier() {
      const { verifyWebhookSync } = await load<Webhooks>('@parley/sdk/webhooks');
      return (body, headers, secrets) => verifyWebhookSync({ body, headers }, { secrets });
    },
  },
};
