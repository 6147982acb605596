import { type Adapter, given, load, secretText } from '../adapter.ts';

interface Sdk {
  WebClient: new (
    token: string,
    options: object,
  ) => {
    users: { info(parameters: object): Promise<unknown> };
    chat: { postMessage(parameters: object): Promise<unknown> };
    paginate(method: string, parameters: object): AsyncIterable<{ channels: { id: string }[] }>;
  };
}

export const slack: Adapter = {
  package: '@slack/web-api',
  hasSignal: false,
  async open({ baseUrl, apiKey, timeoutMs, retries, log, fetch }) {
    const { WebClient } = await load<Sdk>('@slack/web-api');
    const write = log ?? ((): void => undefined);
    const set = (): void => undefined;
    const client = new WebClient(
      apiKey,
      given({
        slackApiUrl: `${baseUrl}/api/`,
        timeout: timeoutMs,
        fetch,
        retryConfig: retries === false ? { retries: 0 } : undefined,
        logger: {
          debug: write,
          info: write,
          warn: write,
          error: write,
          setLevel: set,
          setName: set,
          getLevel: () => 'debug',
        },
      }),
    );
    return {
      raw: client,
      // Every method of this API is a POST; this one reads.
      get: () => client.users.info({ user: 'U1' }),
      post: () => client.chat.postMessage({ channel: 'C1', text: secretText }),
      async *list(cursor) {
        for await (const page of client.paginate('conversations.list', given({ cursor }))) {
          yield* page.channels;
        }
      },
    };
  },
  pages: {
    cursorParameter: 'cursor',
    render: ({ items, next }) => ({
      body: { ok: true, channels: items, response_metadata: { next_cursor: next ?? '' } },
    }),
  },
};
