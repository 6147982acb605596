import { expect, test } from 'vitest';
import type { NetworkName } from '../src/index.ts';
import { isSigned, request, startSimulator, startSink } from './sink.ts';

const customers: Readonly<Record<NetworkName, string>> = {
  whatsapp: '5511987654321',
  instagram: '17841400000000000',
  tiktok: 'conversation+1',
};

async function openLine(network: NetworkName, ...statuses: number[]) {
  const simulator = await startSimulator();
  const opened = simulator.addAccount(network);
  const { app } = opened.account;
  const sink = await startSink(app, ...statuses);
  if (network === 'tiktok') app.callbackUrl = sink.url;
  else await simulator.connect(app, sink.url);
  const write = (body: string) =>
    simulator.write(opened.account, { address: customers[network] }, contentOf(network, body));
  return { simulator, ...opened, app, sink, write };
}

function contentOf(network: NetworkName, body: string) {
  return network === 'instagram' ? { text: body } : { type: 'text', text: { body } };
}

test.each(['whatsapp', 'instagram', 'tiktok'] as const)(
  'sends a message of a customer on %s as a signed webhook',
  async (network) => {
    const { simulator, app, sink, write } = await openLine(network);
    const id = write('Olá 👋');
    await simulator.outbox.settled();
    const [received, ...others] = sink.received;
    expect(others).toEqual([]);
    expect(received && isSigned(network, app, received)).toBe(true);
    expect(received?.text).toContain(id);
    expect(received?.text).toContain('Olá 👋');
  },
);

test('a URL that does not answer the challenge is not connected', async () => {
  const simulator = await startSimulator();
  const app = simulator.addApp();
  const sink = await startSink({ verifyToken: 'another' });
  await expect(simulator.connect(app, sink.url)).rejects.toThrow('403');
  expect(app.callbackUrl).toBeUndefined();
});

test('webhooks are batched, repeated, late and out of order when asked for', async () => {
  const { simulator, sink, write } = await openLine('whatsapp');
  simulator.deliver({ batch: 10, duplicates: 0.5, outOfOrder: true, lateMs: 20 });
  const ids = Array.from({ length: 100 }, (_, n) => write(`message ${n}`));
  await simulator.outbox.settled();
  const bodies = sink.received.map(({ text }) => text);
  expect(bodies.length).toBeGreaterThan(11);
  expect(new Set(bodies).size).toBe(10);
  const found = bodies.flatMap((body) => body.match(/wamid\.\w+/g) ?? []);
  expect(new Set(found)).toEqual(new Set(ids));
  expect([...new Set(found)]).not.toEqual(ids);
});

test('a webhook that is not acknowledged comes again', async () => {
  const { simulator, sink, write } = await openLine('whatsapp', 503, 500);
  write('once');
  await simulator.outbox.settled();
  expect(new Set(sink.received.map(({ text }) => text)).size).toBe(1);
  expect(sink.received).toHaveLength(3);
  expect(simulator.outbox.counts).toMatchObject({ delivered: 1, refused: 2, givenUp: 0 });
});

test('a message is reported as sent, delivered and read, or as failed outside of the window', async () => {
  const { simulator, account, accessToken: token, sink, write } = await openLine('whatsapp');
  const url = `${simulator.urls.whatsapp}/v25.0/${account.id}/messages`;
  const send = (to: string) =>
    request(url, {
      token,
      json: { messaging_product: 'whatsapp', to, type: 'text', text: { body: 'Hi' } },
    });
  await send(customers.whatsapp);
  await simulator.outbox.settled();
  expect(sink.received.map(({ text }) => text).join()).toContain('131047');
  sink.received.length = 0;
  write('Hello');
  await send(customers.whatsapp);
  await simulator.outbox.settled();
  const texts = sink.received.map(({ text }) => text).join();
  for (const status of ['sent', 'delivered', 'read'])
    expect(texts).toContain(`"status":"${status}"`);
});

test('Instagram refuses a message before the customer has written, and echoes those that it accepts', async () => {
  const { simulator, account, accessToken: token, sink, write } = await openLine('instagram');
  const url = `${simulator.urls.instagram}/v25.0/me/messages`;
  const message = { recipient: { id: customers.instagram }, message: { text: 'Hi' } };
  expect((await request(url, { token, json: message })).json).toMatchObject({
    error: { error_subcode: 2_534_014 },
  });
  write('Hello');
  const { json } = await request(url, { token, json: message });
  await simulator.outbox.settled();
  expect(sink.received.some(({ text }) => text.includes('"is_echo":true'))).toBe(true);
  expect(account.taken).toMatchObject([{ externalId: json['message_id'] }]);
  const me = await request(`${simulator.urls.instagram}/v25.0/me?fields=user_id`, { token });
  expect(me.json).toMatchObject({ user_id: account.id });
  expect(me.json['id']).not.toBe(account.id);
  const long = { ...message, message: { text: 'é'.repeat(501) } };
  expect((await request(url, { token, json: long })).status).toBe(400);
});

test('Instagram refuses reactions without an emoji, and subscriptions to unknown fields', async () => {
  const { simulator, accessToken: token, write } = await openLine('instagram');
  const url = simulator.urls.instagram;
  const mid = write('Hi');
  const react = async (sender_action: string, payload: object) => {
    const json = { recipient: { id: customers.instagram }, sender_action, payload };
    return (await request(`${url}/v25.0/me/messages`, { token, json })).status;
  };
  expect(await react('react', { message_id: mid, reaction: 'love' })).toBe(200);
  expect(await react('react', { message_id: mid, reaction: '👍' })).toBe(200);
  expect(await react('react', { message_id: mid, reaction: 'like' })).toBe(400);
  expect(await react('react', { message_id: mid })).toBe(400);
  expect(await react('unreact', { message_id: mid })).toBe(200);
  const subscribe = async (query: string) =>
    (await request(`${url}/v25.0/me/subscribed_apps${query}`, { token, json: {} })).status;
  expect(await subscribe('')).toBe(400);
  expect(await subscribe('?subscribed_fields=messages,message_reads')).toBe(400);
  expect(await subscribe('?subscribed_fields=messages,messaging_seen')).toBe(200);
});

test('an Instagram token is refreshed from the second day on', async () => {
  let now = Date.now();
  const simulator = await startSimulator({ now: () => now });
  const { account } = simulator.addAccount('instagram');
  const token = simulator.tokens.issue(account.id, { lifeMs: 60 * 86_400_000 });
  const url = `${simulator.urls.instagram}/refresh_access_token?grant_type=ig_refresh_token&access_token=`;
  expect((await request(`${url}${token}`)).status).toBe(400);
  now += 86_400_000;
  const { json } = await request(`${url}${token}`);
  expect(json).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 });
  now += 60 * 86_400_000;
  expect((await request(`${url}${token}`)).status).toBe(401);
});

test('on TikTok errors have the status 200, and every refresh ends the refresh token', async () => {
  let now = Date.now();
  const simulator = await startSimulator({ now: () => now });
  const { account, accessToken, refreshToken } = simulator.addAccount('tiktok');
  const tiktok = `${simulator.urls.tiktok}/open_api/v1.3`;
  const message = {
    business_id: account.id,
    recipient_type: 'CONVERSATION',
    recipient: customers.tiktok,
    message_type: 'TEXT',
    text: { body: 'Hi' },
  };
  const send = (token: string) =>
    request(`${tiktok}/business/message/send/`, {
      json: message,
      headers: { 'access-token': token },
    });
  expect(await send(accessToken)).toMatchObject({ status: 200, json: { code: 40_064 } });
  simulator.write(
    account,
    { address: customers.tiktok },
    { type: 'text', text: { body: 'Hello' } },
  );
  expect((await send(accessToken)).json).toMatchObject({
    code: 0,
    data: { message: { message_id: expect.any(String) } },
  });
  now += 86_400_000;
  expect((await send(accessToken)).json).toMatchObject({ code: 40_105 });
  const { id: client_id, secret: client_secret } = account.app;
  const refresh = (refresh_token = '') =>
    request(`${tiktok}/tt_user/oauth2/refresh_token/`, {
      json: { client_id, client_secret, grant_type: 'refresh_token', refresh_token },
    });
  const { json } = await refresh(refreshToken);
  const data = json['data'] as unknown as { access_token: string; refresh_token: string };
  expect((await send(data.access_token)).json).toMatchObject({ code: 0 });
  expect((await refresh(refreshToken)).json).toMatchObject({ code: 40_105 });
  expect((await refresh(data.refresh_token)).json).toMatchObject({ code: 0 });
});
