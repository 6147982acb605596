import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Channel, InboundFailure, Message, Page } from '@parley/contract/schemas';
import { type Opened, Simulator } from '@parley/provider-simulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drainProviders } from '../../test/channel-scene.ts';
import { appSecrets, startReceiving, verifyToken } from '../../test/receiving-scene.ts';
import { runCommand } from '../../test/run-command.ts';
import { createScene } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';

// These tests run the steps of the guides, as written there, against the simulated providers.

const guide = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../../docs/guides', name), 'utf8');
const [channels, webhooks] = [guide('channels.md'), guide('provider-webhooks.md')];

function section(page: string, heading: string): string {
  const [, after] = page.split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`the guide has no section ${heading}`);
  return after.split('\n## ')[0] ?? '';
}

type Values = Readonly<Record<string, string | undefined>>;

/** Returns the parsed JSON of a guide, with each `…` replaced by a value. */
function filled(json: string, values: Values): Record<string, unknown> {
  return JSON.parse(json, (key, value) => {
    if (typeof value !== 'string' || !value.endsWith('…')) return value;
    const given = values[key];
    if (given === undefined)
      throw new Error(`the guide names ${key}, for which the test has no value`);
    return given;
  });
}

/** Returns the request body of a section of a guide: from its command, or from the sentence that names the fields. */
function bodyOf(text: string, values: Values): Record<string, unknown> {
  const [, command] = /-d '(\{[\s\S]*?\})'/.exec(text) ?? [];
  if (command !== undefined) return filled(command, values);
  const field = (name: string, value: string) =>
    new RegExp(`\`${name}: (${value})\``).exec(text.replaceAll('\n', ' '))?.[1] ?? '';
  const fields = ['type', 'provider'].map((name) => `"${name}": ${field(name, '"\\w+"')}`);
  const objects = ['config', 'credentials'].map(
    (name) => `"${name}": ${field(name, '\\{[^}]*\\}')}`,
  );
  return filled(`{ "name": "Shop", ${[...fields, ...objects].join(', ')} }`, values);
}

let server: TestServer;
const simulator = new Simulator();
beforeAll(async () => {
  await simulator.start();
  server = await startReceiving('SQLite', {
    PARLEY_WHATSAPP_API_URL: simulator.urls.whatsapp,
    PARLEY_INSTAGRAM_API_URL: simulator.urls.instagram,
    PARLEY_TIKTOK_API_URL: simulator.urls.tiktok,
  });
});
afterAll(async () => {
  await server.close();
  await simulator.close();
});

const accounts: Record<'whatsapp' | 'instagram' | 'tiktok', () => Opened> = {
  whatsapp: () => {
    const [id, ownerId] = ['106540352242922', '102290129340398'];
    return simulator.addAccount('whatsapp', { id, ownerId });
  },
  instagram: () => simulator.addAccount('instagram', { id: '17841400000000001' }),
  tiktok: () => simulator.addAccount('tiktok'),
};

/** Sends the request of the guide that exchanges the code of an authorization for tokens. */
async function exchangeCode(text: string, account: Opened['account']) {
  const [, path] = /curl https:\/\/business-api\.tiktok\.com(\S+)/.exec(text) ?? [];
  const { id: client_id, secret: client_secret } = account.app;
  const redirect_uri = 'https://shop.example.com/back/';
  const auth_code = simulator.authorize(account);
  const body = bodyOf(text, { client_id, client_secret, auth_code, redirect_uri });
  const answer = await fetch(`${simulator.urls.tiktok}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const json = (await answer.json()) as { data: Record<string, string> };
  expect(json).toMatchObject({ code: 0, data: { open_id: account.id } });
  const { data } = json;
  return { accessToken: data['access_token'], refreshToken: data['refresh_token'] };
}

/** Sets the webhook URL of an app as the guide says: in the screen of Meta, or by a request to TikTok. */
async function setCallback(network: string, app: Opened['account']['app'], callback: string) {
  if (network !== 'tiktok') return await simulator.connect(app, callback);
  const command = section(webhooks, 'Connect TikTok');
  const [, path] = /curl https:\/\/business-api\.tiktok\.com(\S+)/.exec(command) ?? [];
  const update = {
    ...bodyOf(command, { app_id: app.id, secret: app.secret }),
    callback_url: callback,
  };
  const answer = await fetch(`${simulator.urls.tiktok}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(update),
  });
  expect(await answer.json()).toMatchObject({ code: 0 });
}

/** Returns the arguments of the `parley` commands in a section of a guide, each with its standard input. */
function commandsOf(
  text: string,
  values: Values & { readonly id: string; readonly item?: string },
) {
  const [, json = '{}'] = /`(\{"\w+": "…"\})`/.exec(text) ?? [];
  return Array.from(text.matchAll(/^ *npx parley (.+)$/gm), ([, line = '']) => {
    const [words = '', file] = line.split(' < ');
    const named = words.replace('chn_…', values.id).replace(/inf_\w+/, values.item ?? '');
    return { words: named.split(' '), input: file ? JSON.stringify(filled(json, values)) : '' };
  });
}

// First in this file: while the installation has one tenant, the commands need no `--tenant`.
test('the commands of the guides list, verify and rotate a channel, and retry its items', async () => {
  const { account, accessToken } = simulator.addAccount('whatsapp');
  const { app } = account;
  const scene = await createScene(server);
  const { json: channel } = await scene.call<Channel>('POST /channels', {
    name: 'Shop',
    type: 'whatsapp',
    provider: 'whatsapp_cloud',
    config: { phoneNumberId: account.id, wabaId: account.ownerId },
    credentials: { accessToken, appSecret: app.secret, verifyToken: app.verifyToken },
  });
  const { id } = channel;
  const { dataDir } = server.deps.config;
  const env = { PARLEY_WHATSAPP_API_URL: simulator.urls.whatsapp };
  const run = async (text: string, item?: string) => {
    const outputs: string[] = [];
    const values = { id, accessToken, appSecret: 'next-secret', ...(item && { item }) };
    for (const { words, input } of commandsOf(text, values)) {
      const { code, out, err } = await runCommand({ dataDir }, words, { env, input });
      expect([code, err], words.join(' ')).toEqual([0, '']);
      outputs.push(out);
    }
    return outputs;
  };

  const [listed, verified, rotated, checked, ...others] = await run(
    section(channels, 'Verify a channel'),
  );
  expect(listed).toContain(`${id}  whatsapp_cloud  pending  Shop\n  not verified`);
  for (const output of [verified, rotated]) expect(output).toMatch(/^ok {5}token: .+\n/);
  for (const output of [verified, rotated, checked])
    expect(output).toContain(`${id}  whatsapp_cloud  active  Shop`);
  expect(others).toEqual([]);

  await simulator.connect(app, `${server.baseUrl}/hooks/whatsapp/${id}`);
  const metadata = { phone_number_id: account.id };
  const change = { field: 'calls', value: { metadata, calls: [{ id: 'wacid.1' }] } };
  simulator.outbox.add('whatsapp', app, { id: account.ownerId, changes: [change] });
  await simulator.outbox.settled();
  await drainProviders(server);
  const failures = await scene.call<Page<InboundFailure>>(`GET /channels/${id}/inbound-failures`);
  const [kept] = failures.json.data;
  const items = await run(section(webhooks, 'Items that could not be handled'), kept?.id);
  expect(items).toEqual([
    expect.stringContaining(`"id":"${kept?.id}"`),
    '1 will be tried again by a worker.\n',
    '1 will be tried again by a worker.\n',
  ]);

  // Webhooks with the old and with the new secret are accepted after the command.
  const [rotatedSecret] = await run(section(webhooks, 'Replace a secret'));
  expect(rotatedSecret).toContain(`${id}  whatsapp_cloud  active  Shop`);
  simulator.write(account, { address: '4915112345678' }, { type: 'text', text: { body: 'Old' } });
  await simulator.outbox.settled();
  app.secret = 'next-secret';
  simulator.write(account, { address: '4915112345678' }, { type: 'text', text: { body: 'New' } });
  await simulator.outbox.settled();
  await drainProviders(server);
  const { json } = await scene.call<Page<Message>>('GET /messages?direction=inbound');
  expect(json.data.map(({ text }) => text).sort()).toEqual(['New', 'Old']);
});

test.each([
  ['WhatsApp', 'whatsapp', '4915112345678', { type: 'text', text: { body: 'Hi' } }],
  ['Instagram', 'instagram', '17841400000000009', { text: 'Hi' }],
  ['TikTok', 'tiktok', 'conversation+1', { type: 'text', text: { body: 'Hi' } }],
] as const)(
  'the guides connect %s, at both kinds of URLs',
  async (name, network, customer, written) => {
    const { account, accessToken } = accounts[network]();
    const { app } = account;
    const { id: appId, secret: appSecret } = app;
    const scene = await createScene(server);
    const own = { igUserId: account.id, businessId: account.id };
    const { verifyToken: ownToken } = app;
    // The page begins with the request for WhatsApp. The sections of the others begin with theirs.
    const [first = '', prepare = ''] = section(channels, `Connect ${name}`).split('You need');
    const [beginning = ''] = channels.split('\n## ');
    const create = network === 'whatsapp' ? beginning : first;
    const tokens = network === 'tiktok' ? await exchangeCode(prepare, account) : { accessToken };
    const credentials = { ...tokens, appId, appSecret, verifyToken: ownToken };
    const body = bodyOf(create, { ...own, ...credentials });
    const created = await scene.call<Channel>('POST /channels', body);
    expect([created.status, created.json]).toMatchObject([201, { status: 'pending' }]);

    const callback = `${server.baseUrl}/hooks/${network}/${created.json.id}`;
    await setCallback(network, app, callback);
    expect(app.callbackUrl).toBe(callback);
    const { json: verified } = await scene.call<Channel>(
      `POST /channels/${created.json.id}/verify`,
    );
    expect(verified).toMatchObject({ status: 'active', externalId: account.id });
    const explained = section(channels, 'Verify a channel');
    for (const check of verified.verification?.checks ?? [])
      expect(explained).toContain(`| \`${check.name}\``);

    simulator.write(account, { address: customer }, written);
    await simulator.outbox.settled();
    await drainProviders(server);
    const { json } = await scene.call<{ data: Message[] }>('GET /messages?direction=inbound');
    const expected = { text: 'Hi', from: customer, channelId: created.json.id };
    expect(json.data).toMatchObject([expected]);

    // The other kind of webhook URL: the settings of the server have the app secret.
    Object.assign(app, { secret: appSecrets.present, verifyToken });
    await setCallback(network, app, `${server.baseUrl}/hooks/${network}`);
    simulator.write(account, { address: customer }, written);
    await simulator.outbox.settled();
    await drainProviders(server);
    const { json: both } = await scene.call<{ data: Message[] }>('GET /messages?direction=inbound');
    expect(both.data).toMatchObject([expected, expected]);
    const answer = { channelId: created.json.id, to: customer, type: 'text', text: 'Hello' };
    const sent = await scene.call<Message>('POST /messages', answer);
    expect(sent.status).toBe(202);
    await drainProviders(server);
    expect(account.taken).toMatchObject([{ to: customer }]);
  },
);
