import { randomUUID } from 'node:crypto';
import { type Adapter, given, load, secretText } from '../adapter.ts';
import { bodyDigest, headerIn } from './webhook-schemes.ts';

interface Sdk {
  Octokit: new (
    options: object,
  ) => {
    request(route: string, parameters: object): Promise<{ data: unknown }>;
    paginate: {
      iterator(route: string, parameters: object): AsyncIterable<{ data: { id: string }[] }>;
    };
    hook: {
      before(name: string, hook: (...values: unknown[]) => void): void;
      after(name: string, hook: (...values: unknown[]) => void): void;
      error(name: string, hook: (...values: unknown[]) => void): void;
    };
  };
}

interface Webhooks {
  verify(secret: string, body: unknown, signature: unknown): Promise<boolean>;
}

/** The package with which `octokit` verifies webhooks; `octokit` depends on it. */
const webhooksPackage = '@octokit/webhooks-methods';

export const octokit: Adapter = {
  package: 'octokit',
  hasSignal: true,
  async open({ baseUrl, apiKey, retries, log, hook, fetch }) {
    const { Octokit } = await load<Sdk>('octokit');
    const quiet = (): void => undefined;
    const write = log ?? quiet;
    const client = new Octokit(
      given({
        baseUrl,
        auth: apiKey,
        request: fetch && { fetch },
        retry: retries === false ? { retries: 0 } : undefined,
        // Default settings, but with its own queue: otherwise the cases would wait for each other.
        throttle: { id: randomUUID(), onRateLimit: once, onSecondaryRateLimit: once },
        log: { debug: write, info: write, warn: write, error: write },
      }),
    );
    if (hook) {
      client.hook.before('request', hook);
      client.hook.after('request', hook);
      client.hook.error('request', (error) => {
        hook(error);
        throw error;
      });
    }
    const requestOf = (signal: AbortSignal | undefined) => (signal ? { request: { signal } } : {});
    return {
      raw: client,
      get: (signal) => client.request('GET /things/1', requestOf(signal)),
      post: (signal) => client.request('POST /things', { text: secretText, ...requestOf(signal) }),
      async *list(cursor) {
        for await (const { data } of client.paginate.iterator('GET /things', given({ cursor }))) {
          yield* data;
        }
      },
    };
  },
  pages: {
    cursorParameter: 'cursor',
    render: ({ items, next }, url) => ({
      body: items,
      ...(next ? { headers: { link: `<${url}/things?cursor=${next}>; rel="next"` } } : {}),
    }),
  },
  webhooks: {
    ...bodyDigest('x-hub-signature-256'),
    async verifier() {
      const { verify } = await load<Webhooks>(webhooksPackage);
      return (body, headers, [secret = '']) =>
        verify(secret, body, headerIn(headers, 'x-hub-signature-256'));
    },
  },
};

/** Returns whether to retry: once, the default of `octokit`. */
function once(_seconds: number, _options: object, _octokit: object, retries: number): boolean {
  return retries === 0;
}
