import { createMock } from '@parley/msw';
import { afterAll, beforeAll, describe } from 'vitest';
import { startServer } from '../../server/test/start-server.ts';
import { type Channel, Parley } from '../src/index.ts';

type Receive = (request: Request) => Promise<Response>;

/** A new, empty tenant. */
export interface TestTenant {
  parley: Parley;
  /** Answers its URL, which webhook endpoints may name. */
  startReceiver(receive: Receive): Promise<string>;
  /** Gives background work a chance to run; need not wait for it. */
  settle(): Promise<void>;
}

interface Target {
  newTenant(): Promise<TestTenant>;
  close(): Promise<void>;
}

const starts: Record<string, () => Promise<Target>> = {
  'the mock': async () => {
    const mock = createMock();
    let receivers = 0;
    const newTenant = async (): Promise<TestTenant> => {
      const tenant = mock.tenant();
      return {
        parley: new Parley({ apiKey: tenant.apiKey, fetch: mock.fetch }),
        startReceiver: async (receive) => {
          receivers += 1;
          const url = `https://receiver${receivers}.example.com/webhooks`;
          tenant.webhooks.receive(url, receive);
          return url;
        },
        settle: () => tenant.settle(),
      };
    };
    return { newTenant, close: async () => undefined };
  },
  'the server': async () => {
    const server = await startServer('SQLite');
    const newTenant = async (): Promise<TestTenant> => {
      const { apiKey } = await server.createTenant();
      return {
        parley: new Parley({ apiKey, baseUrl: server.baseUrl }),
        startReceiver: async (receive) => {
          const { url } = await server.startReceiver(async ({ rawBody: body, ...request }) => {
            const response = await receive(new Request('http://receiver', { ...request, body }));
            return { status: response.status, body: await response.text() };
          });
          return url;
        },
        settle: () => server.settle(),
      };
    };
    return { newTenant, close: () => server.close() };
  },
};

/** The same tests of one resource against the mock and against the server. */
export function describeNoun(
  noun: string,
  tests: (newClient: () => Promise<Parley>, newTenant: () => Promise<TestTenant>) => void,
): void {
  describe.each(Object.keys(starts))(`${noun} of %s`, (name) => {
    let target: Target | undefined;
    beforeAll(async () => {
      target = await starts[name]?.();
    });
    afterAll(() => target?.close());
    const newTenant = async (): Promise<TestTenant> => {
      if (!target) throw new Error(`${name} did not start`);
      return target.newTenant();
    };
    tests(async () => (await newTenant()).parley, newTenant);
  });
}

/** A sandbox channel that sends at once. */
export function aChannel(parley: Parley): Promise<Channel> {
  return parley.channels.create({ name: 'Test', type: 'whatsapp', provider: 'sandbox' });
}

/** A client with a conversation that a customer began with "Hi!". */
export async function withConversation(parley: Parley) {
  const channel = await aChannel(parley);
  const inbound = { from: '5511987654321', type: 'text', text: 'Hi!' } as const;
  const { message } = await parley.channels.simulateInbound(channel.id, inbound);
  return { channel, message, conversationId: message.conversationId };
}
