import { type Adapter, given, load, secretText } from '../adapter.ts';
import { standardWebhooks } from './webhook-schemes.ts';

interface Sdk {
  Svix: new (
    token: string,
    options: object,
  ) => {
    application: { get(id: string): Promise<unknown> };
    message: { create(application: string, body: object): Promise<unknown> };
  };
  Webhook: new (secret: string) => { verify(body: unknown, headers: unknown): unknown };
}

/** The adapter of Svix. The lab pages through lists itself, because this SDK has no iterator. */
export const svix: Adapter = {
  package: 'svix',
  hasSignal: false,
  async open({ baseUrl, apiKey, timeoutMs, deadlineMs, retries, fetch }) {
    const { Svix } = await load<Sdk>('svix');
    const client = new Svix(
      apiKey,
      given({
        serverUrl: baseUrl,
        fetch,
        requestTimeout: deadlineMs ?? timeoutMs,
        numRetries: retries === false ? 0 : undefined,
      }),
    );
    const body = { eventType: 'lab.sent', payload: { text: secretText } };
    return {
      raw: client,
      get: () => client.application.get('app_1'),
      post: () => client.message.create('app_1', body),
    };
  },
  webhooks: {
    ...standardWebhooks,
    parses: false,
    async verifier() {
      const { Webhook } = await load<Sdk>('svix');
      return (body, headers, [secret = '']) => new Webhook(secret).verify(body, headers);
    },
  },
};
