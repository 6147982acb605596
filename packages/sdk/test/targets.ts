import { createMock } from '@parley/msw';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startServer } from '../../server/test/start-server.ts';
import { type Channel, Parley, ParleyError } from '../src/index.ts';

interface Target {
  /** A client of a new, empty tenant. */
  newClient(): Promise<Parley>;
  close(): Promise<void>;
}

const starts: Record<string, () => Promise<Target>> = {
  'the mock': async () => {
    const mock = createMock();
    const newClient = async (): Promise<Parley> => {
      return new Parley({ apiKey: mock.tenant().apiKey, fetch: mock.fetch });
    };
    return { newClient, close: async () => undefined };
  },
  'the server': async () => {
    const server = await startServer('SQLite');
    const newClient = async (): Promise<Parley> => {
      const { apiKey } = await server.createTenant();
      return new Parley({ apiKey, baseUrl: server.baseUrl });
    };
    return { newClient, close: () => server.close() };
  },
};

/** The same tests of one noun against the mock and against the server. */
export function describeNoun(
  noun: string,
  tests: (newClient: () => Promise<Parley>) => void,
): void {
  describe.each(Object.keys(starts))(`${noun} of %s`, (name) => {
    let target: Target | undefined;
    beforeAll(async () => {
      target = await starts[name]?.();
    }, 60_000);
    afterAll(() => target?.close());
    tests(async () => {
      if (!target) throw new Error(`${name} did not start`);
      return target.newClient();
    });
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

export async function failureOf(call: PromiseLike<unknown>): Promise<ParleyError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!ParleyError.is(error)) expect.fail(`It did not fail as it should: ${String(error)}`);
  return error;
}
