import { createMock } from '@parley/msw';
import { expect, test } from 'vitest';
import { AuthenticationError } from '../src/index.ts';
import { Messages } from '../src/resources/messages.ts';
import { Tenants } from '../src/resources/tenants.ts';
import { failureOf } from './targets.ts';

test('one resource is a client of its own', async () => {
  const mock = createMock();
  const [channel] = mock.seed.channels(1);
  const messages = new Messages({ apiKey: mock.apiKey, fetch: mock.fetch });
  const text = { to: '5511987654321', type: 'text', text: 'Hello' } as const;
  const sent = await messages.send({ channelId: channel?.id ?? '', ...text });
  expect((await messages.list().toArray({ limit: 5 })).map(({ id }) => id)).toEqual([sent.id]);
});

test('it fails as the whole client does', async () => {
  const { fetch } = createMock();
  const tenants = new Tenants({ apiKey: 'prl_live_wrong', fetch });
  expect(AuthenticationError.is(await failureOf(tenants.current()))).toBe(true);
  expect(() => new Tenants({ apiKey: '' })).toThrow('No valid API key');
});
