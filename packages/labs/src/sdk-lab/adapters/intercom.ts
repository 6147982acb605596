import { type Adapter, given, load, secretText } from '../adapter.ts';

interface Sdk {
  IntercomClient: new (
    options: object,
  ) => {
    contacts: {
      find(parameters: object, options: object): Promise<unknown>;
      create(body: object, options: object): Promise<unknown>;
      list(query: object): Promise<AsyncIterable<{ id: string }>>;
    };
  };
}

export const intercom: Adapter = {
  package: 'intercom-client',
  hasSignal: true,
  async open({ baseUrl, apiKey, timeoutMs, retries, log, fetch }) {
    const { IntercomClient } = await load<Sdk>('intercom-client');
    const client = new IntercomClient(
      given({
        baseUrl,
        fetch,
        token: apiKey,
        timeoutInSeconds: timeoutMs === undefined ? undefined : timeoutMs / 1_000,
        maxRetries: retries === false ? 0 : undefined,
        logging: log && {
          level: 'debug',
          silent: false,
          logger: { debug: log, info: log, warn: log, error: log },
        },
      }),
    );
    const optionsOf = (abortSignal: AbortSignal | undefined) => given({ abortSignal });
    return {
      raw: client,
      get: (signal) => client.contacts.find({ contact_id: 'c1' }, optionsOf(signal)),
      post: (signal) =>
        client.contacts.create({ role: 'user', name: secretText }, optionsOf(signal)),
      async *list(cursor) {
        yield* await client.contacts.list(given({ starting_after: cursor }));
      },
    };
  },
  pages: {
    cursorParameter: 'starting_after',
    render: ({ items, next }) => ({
      body: {
        type: 'list',
        data: items,
        pages: { type: 'pages', ...(next ? { next: { starting_after: next } } : {}) },
      },
    }),
  },
};
