import { createHmac } from 'node:crypto';
import { type Adapter, given, load, secretText } from '../adapter.ts';
import { headerIn } from './webhook-schemes.ts';

interface Sdk {
  default: { createFetchHttpClient(fetch: typeof globalThis.fetch): object } & (new (
    key: string,
    options: object,
  ) => {
    customers: {
      retrieve(id: string): Promise<unknown>;
      create(body: object): Promise<unknown>;
      list(query: object): AsyncIterable<{ id: string }>;
    };
    on(event: string, listener: (value: unknown) => void): void;
    webhooks: { constructEvent(body: unknown, header: unknown, secret: string): unknown };
  });
}

export const stripe: Adapter = {
  package: 'stripe',
  hasSignal: false,
  async open({ baseUrl, apiKey, timeoutMs, retries, hook, fetch }) {
    const { default: Stripe } = await load<Sdk>('stripe');
    const { hostname, port } = new URL(baseUrl);
    const client = new Stripe(
      apiKey,
      given({
        protocol: 'http',
        host: hostname,
        port,
        timeout: timeoutMs,
        maxNetworkRetries: retries === false ? 0 : undefined,
        telemetry: false,
        httpClient: fetch && Stripe.createFetchHttpClient(fetch),
      }),
    );
    if (hook) for (const event of ['request', 'response']) client.on(event, hook);
    return {
      raw: client,
      get: () => client.customers.retrieve('cus_1'),
      post: () => client.customers.create({ description: secretText }),
      list: (cursor) => client.customers.list(given({ starting_after: cursor })),
    };
  },
  pages: {
    cursorParameter: 'starting_after',
    render: ({ items, next }) => ({
      body: { object: 'list', url: '/v1/customers', data: items, has_more: next !== null },
    }),
  },
  webhooks: {
    signsTime: true,
    signsId: false,
    parses: true,
    secrets: { current: 'whsec_current', previous: 'whsec_previous', foreign: 'whsec_foreign' },
    headerOf: (signatures, { timestamp }) => ({
      'stripe-signature': [`t=${timestamp}`, ...signatures].join(','),
    }),
    sign: (secret, { timestamp, body }) =>
      `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
    unknownSignature: 'v9=00',
    async verifier() {
      const { default: Stripe } = await load<Sdk>('stripe');
      const { webhooks } = new Stripe('sk_test_lab', {});
      return (body, headers, [secret = '']) =>
        webhooks.constructEvent(body, headerIn(headers, 'stripe-signature'), secret);
    },
  },
};
