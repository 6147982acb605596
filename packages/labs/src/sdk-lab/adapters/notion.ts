import { type Adapter, given, load, secretText } from '../adapter.ts';
import { bodyDigest, headerIn } from './webhook-schemes.ts';

type List = (query: object) => Promise<unknown>;

interface Sdk {
  Client: new (
    options: object,
  ) => {
    users: { retrieve(parameters: object): Promise<unknown>; list: List };
    pages: { create(parameters: object): Promise<unknown> };
  };
  iteratePaginatedAPI(list: List, first: object): AsyncIterable<{ id: string }>;
  verifyWebhookSignature(options: object): Promise<boolean>;
}

export const notion: Adapter = {
  package: '@notionhq/client',
  hasSignal: false,
  async open({ baseUrl, apiKey, timeoutMs, retries, log, fetch }) {
    const { Client, iteratePaginatedAPI } = await load<Sdk>('@notionhq/client');
    const client = new Client(
      given({
        baseUrl,
        fetch,
        auth: apiKey,
        timeoutMs,
        retry: retries === false ? false : undefined,
        logger: log ?? ((): void => undefined),
        logLevel: log && 'debug',
      }),
    );
    const page = {
      parent: { page_id: 'p1' },
      properties: { title: { title: [{ text: { content: secretText } }] } },
    };
    return {
      raw: client,
      get: () => client.users.retrieve({ user_id: 'u1' }),
      post: () => client.pages.create(page),
      list: (cursor) => iteratePaginatedAPI(client.users.list, given({ start_cursor: cursor })),
    };
  },
  pages: {
    cursorParameter: 'start_cursor',
    render: ({ items, next }) => ({
      body: { object: 'list', results: items, has_more: next !== null, next_cursor: next },
    }),
  },
  webhooks: {
    ...bodyDigest('x-notion-signature'),
    async verifier() {
      const { verifyWebhookSignature } = await load<Sdk>('@notionhq/client');
      return (body, headers, [verificationToken = '']) => {
        const signature = headerIn(headers, 'x-notion-signature');
        return verifyWebhookSignature({ body, signature, verificationToken });
      };
    },
  },
};
