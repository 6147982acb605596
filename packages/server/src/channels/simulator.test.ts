import {
  type Channel,
  type Contact,
  channelCapabilities,
  type MediaType,
  type Message,
  type Page,
} from '@parley/contract/schemas';
import { type Account, type Opened, Simulator } from '@parley/provider-simulator';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { drainProviders } from '../../test/channel-scene.ts';
import { log } from '../../test/contexts.ts';
import { targets } from '../../test/databases.ts';
import { appSecrets, startReceiving, verifyToken } from '../../test/receiving-scene.ts';
import { createScene, type Scene } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';
import { storedFile } from '../../test/stored-file.ts';
import { queueSignal } from '../conversations/signals.ts';
import { createJobHandlers } from '../jobs/handlers.ts';
import { Worker } from '../jobs/worker.ts';
import { MediaLinks } from '../media/links.ts';
import { messagesTable } from '../messages/table.ts';

const url = 'https://files.example.com/a';
const media = { media: { url } };
const buttons = {
  interactive: { kind: 'buttons', text: 'Shall we?', buttons: [{ id: 'y', title: 'Yes' }] },
};
const link = { interactive: { kind: 'cta_url', text: 'See', button: 'Go', url } };
const list = {
  interactive: {
    kind: 'list',
    text: 'Choose',
    button: 'Open',
    sections: [{ title: 'Bread', rows: [{ id: 'rye', title: 'Rye', description: 'Dark' }] }],
  },
};
/** The first bytes and the name of a file of each media type. */
const files: Record<MediaType, [bytes: string, filename: string]> = {
  image: ['\x89PNG\r\n\x1a\n', 'dot.png'],
  video: ['\0\0\0\x18ftypisom', 'clip.mp4'],
  audio: ['\0\0\0\x18ftypM4A ', 'sound.m4a'],
  document: ['%PDF-1.7', 'bill.pdf'],
  sticker: ['RIFF\0\0\0\0WEBP', 'hello.webp'],
};
const text = ['text', { text: 'Hi' }] as const;

const networks = {
  whatsapp: {
    provider: 'whatsapp_cloud',
    config: ({ id, ownerId }: Account) => ({ phoneNumberId: id, wabaId: ownerId }),
    customer: (n: number) => `49151${String(n).padStart(7, '0')}`,
    written: { type: 'text', text: { body: 'Hi' } },
    kinds: [
      text,
      ['location', { location: { latitude: 1, longitude: 2, name: 'Shop' } }],
      ['interactive', buttons],
      ['interactive', list],
      ['interactive', link],
    ],
  },
  instagram: {
    provider: 'instagram_graph',
    config: ({ id }: Account) => ({ igUserId: id }),
    customer: (n: number) => `1784${String(n).padStart(9, '0')}`,
    written: { text: 'Hi' },
    kinds: [
      text,
      ['image', media],
      ['video', media],
      ['audio', media],
      ['document', media],
      ['interactive', buttons],
      ['interactive', link],
    ],
  },
  tiktok: {
    provider: 'tiktok_business',
    config: ({ id }: Account) => ({ businessId: id }),
    customer: (n: number) => `conversation+${n}`,
    written: { type: 'text', text: { body: 'Hi' } },
    kinds: [text, ['interactive', buttons]],
  },
} as const;
type Network = keyof typeof networks;

interface Shop extends Opened {
  readonly scene: Scene;
  readonly channelId: string;
  /** Sends one message from each of the first `count` customers, so that the business may answer with free text. */
  greet(count: number): Promise<void>;
  messages(): Promise<Message[]>;
  /** Sends all due messages and handles the status reports, until nothing is left to do. */
  work(): Promise<void>;
}

describe.each(targets)('sending by the simulated providers on %s', (target) => {
  let server: TestServer;
  // The simulator uses the clock that tests advance, because TikTok's read receipts name a time.
  const simulator = new Simulator({ seed: 11, now: () => (server?.now() ?? new Date()).getTime() });
  beforeAll(async () => {
    await simulator.start();
    server = await startReceiving(target, {
      PARLEY_WHATSAPP_API_URL: simulator.urls.whatsapp,
      PARLEY_INSTAGRAM_API_URL: simulator.urls.instagram,
      PARLEY_TIKTOK_API_URL: simulator.urls.tiktok,
    });
  });
  beforeAll(() => {
    // Instagram downloads files from links, which must be absolute.
    const links = new MediaLinks(server.deps.secrets.links, 'https://parley.example.com');
    Object.assign(server.deps.media, { links });
  });
  afterAll(async () => {
    await server.close();
    await simulator.close();
  });

  async function openShop(
    network: Network,
    app = simulator.addApp(`${server.baseUrl}/hooks/${network}`),
  ): Promise<Shop> {
    const { provider, config, customer, written } = networks[network];
    Object.assign(app, { secret: appSecrets.present, verifyToken });
    const opened = simulator.addAccount(network, { app });
    const { account, accessToken, refreshToken } = opened;
    const scene = await createScene(server);
    // The secret of the app is a setting of the server.
    const credentials = { accessToken, ...(refreshToken && { refreshToken, appId: app.id }) };
    const body = { name: 'Shop', type: network, provider, config: config(account), credentials };
    const { id } = (await scene.call<Channel>('POST /channels', body)).json;
    const { json } = await scene.call<Channel>(`POST /channels/${id}/verify`);
    expect(json).toMatchObject({ status: 'active', externalId: account.id });
    const messages = () => scene.messages('&direction=outbound');
    const work = async () => {
      await drainProviders(server);
      await simulator.outbox.settled();
      await drainProviders(server);
    };
    return {
      ...opened,
      scene,
      channelId: id,
      messages,
      work,
      greet: async (count) => {
        for (let n = 0; n < count; n += 1)
          simulator.write(account, { address: customer(n) }, written);
        await work();
      },
    };
  }

  test.each([
    ['whatsapp', 'typing', 'read'],
    ['instagram', 'typing_on', 'mark_seen'],
    ['tiktok', 'TYPING', 'MARK_READ'],
  ] as const)('%s shows typing indicators and read receipts', async (network, typing, read) => {
    onTestFinished(() => simulator.faults.clear());
    const { scene, channelId, account, greet, work } = await openShop(network);
    await greet(1);
    const { json } = await scene.call<{ data: { id: string }[] }>('GET /conversations');
    const path = `POST /conversations/${json.data[0]?.id}`;
    const [first] = account.writtenIds;
    const about = network === 'whatsapp' ? first : networks[network].customer(0);
    const typings = [1, 2, 3].map(() => scene.call(`${path}/typing`));
    for (const { status } of await Promise.all(typings)) expect(status).toBe(204);
    await work();
    // Another process does not know that this process has sent an indicator.
    const id = json.data[0]?.id ?? '';
    await Promise.all([1, 2].map(() => queueSignal(scene.ctx, id, 'typing')));
    await work();
    expect(account.signals).toEqual([{ action: typing, about }]);
    // Signals count against the messages per second of the channel, like messages.
    const { reader } = server.deps.database;
    expect(await reader('channel_throttles').where({ channel_id: channelId })).toHaveLength(1);
    // The channel is paused. Then the provider refuses the receipt temporarily, and the customer writes before the job
    // runs again.
    const pausedUntil = server.now().getTime() + 30_000;
    const { writer } = server.deps.database;
    await writer('channels').where({ id: channelId }).update({ paused_until: pausedUntil });
    await Promise.all([scene.call(`${path}/read`), scene.call(`${path}/read`)]);
    await work();
    expect(account.signals).toHaveLength(1);
    simulator.fail({ fault: { kind: 'gateway', status: 503 }, path: 'message', times: 1 });
    await server.advance(31_000);
    await work();
    expect(account.signals).toHaveLength(1);
    await greet(1);
    await server.advance(60_000);
    await work();
    expect(account.signals.slice(1)).toEqual([{ action: read, about }]);
    await scene.call(`${path}/typing`);
    await server.advance(21_000);
    await scene.call('PATCH /tenants/current', { settings: { sendReadReceipts: false } });
    await scene.call(`${path}/read`);
    await work();
    expect(account.signals).toHaveLength(2);
    // The indicator of WhatsApp is a part of its read receipt.
    const { status } = await scene.call(`${path}/typing`);
    expect(status).toBe(network === 'whatsapp' ? 422 : 204);
    await scene.call('PATCH /tenants/current', { settings: { sendReadReceipts: true } });
    await server.advance(21_000);
    await work();
    expect(account.signals).toHaveLength(2);
    simulator.tokens.revokeAll(account.ownerId);
    await scene.call(`${path}/typing`);
    await work();
    const { json: channel } = await scene.call<Channel>(`GET /channels/${channelId}`);
    expect(channel).toMatchObject({ status: 'error', statusReason: 'auth' });
  });

  test('asks Instagram for the names of a customer, and keeps the name that a user has set', async () => {
    onTestFinished(() => simulator.faults.clear());
    const { scene, account, work } = await openShop('instagram');
    const ana = { address: '901', name: 'Ana Lima', username: 'ana.lima' };
    const ben = { address: '902', isPrivate: true };
    const eva = { address: '903', name: 'Eva', username: 'eva' };
    const fay = { address: '904', name: 'Fay', username: 'fay' };
    // Ben has not consented. The profiles of Eva and Fay are not available at first, and a user names Eva meanwhile.
    simulator.fail({ fault: { kind: 'gateway', status: 502 }, path: '/903', times: 1 });
    simulator.fail({ fault: { kind: 'gateway', status: 503 }, path: '/904', times: 1 });
    for (const customer of [ana, ana, ben, eva, fay])
      simulator.write(account, customer, { text: 'Hi' });
    await work();
    const named = async () => {
      const { json } = await scene.call<Page<Contact>>('GET /contacts');
      return Object.fromEntries(
        json.data.map(({ id, name, identities: [identity] }) => {
          const { address = '', username = null, profileName = null } = identity ?? {};
          return [address, { id, name, username, profileName }];
        }),
      );
    };
    const nobody = { name: null, username: null, profileName: null };
    const first = await named();
    const shown = { name: 'Ana Lima', username: 'ana.lima', profileName: 'Ana Lima' };
    expect(first).toMatchObject({ 901: shown, 902: nobody, 903: nobody, 904: nobody });
    await scene.call(`PATCH /contacts/${first['903']?.id}`, { name: 'Dr. Eva' });
    await server.advance(60_000);
    await work();
    const evas = { name: 'Dr. Eva', username: 'eva', profileName: 'Eva' };
    const fays = { name: 'Fay', username: 'fay', profileName: 'Fay' };
    expect(await named()).toMatchObject({ 901: shown, 902: nobody, 903: evas, 904: fays });
    // Names are asked for once, and again when they are still unknown and the customer writes after a day.
    const consented = { ...ben, isPrivate: false, name: 'Ben', username: 'ben' };
    simulator.write(account, consented, { text: 'Hi' });
    await work();
    expect(await named()).toMatchObject({ 902: nobody });
    await server.advance(86_400_000);
    for (const customer of [ana, consented]) simulator.write(account, customer, { text: 'Hi' });
    await work();
    expect(await named()).toMatchObject({ 901: shown, 902: { name: 'Ben', username: 'ben' } });
    const changes = (await scene.events()).filter((type) => type === 'contact.updated');
    expect(changes).toHaveLength(4);
    const { reader } = server.deps.database;
    expect(await reader('jobs').where({ name: 'read-profile' })).toEqual([]);
  });

  test('shows the quality and the limit of a number, as its provider reports them', async () => {
    const { scene, channelId, account, work } = await openShop('whatsapp');
    const read = async () => (await scene.call<Channel>(`GET /channels/${channelId}`)).json.quality;
    const changes = async () =>
      (await scene.events()).filter((type) => type === 'channel.quality_changed').length;
    expect(await read()).toMatchObject({ rating: 'green', messagingLimit: 250 });
    expect(await changes()).toBe(1);
    simulator.changeQuality(account, { rating: 'YELLOW', limit: 'TIER_2K' });
    await work();
    const changed = { rating: 'yellow', messagingLimit: 2_000 };
    expect(await read()).toMatchObject(changed);
    const before = await changes();
    simulator.changeQuality(account, { rating: 'YELLOW', limit: 'TIER_2K' });
    await work();
    await scene.call(`POST /channels/${channelId}/verify`);
    expect([await read(), await changes()]).toMatchObject([changed, before]);
    // The webhook alone, when the provider refuses to answer.
    simulator.tokens.revokeAll(account.ownerId);
    simulator.changeQuality(account, { rating: 'RED', limit: 'TIER_UNLIMITED' });
    await work();
    expect(await read()).toMatchObject({ rating: 'red', messagingLimit: 'unlimited' });
    await scene.call(`PATCH /channels/${channelId}`, { config: { phoneNumberId: '1' } });
    expect(await read()).toBeNull();
  });

  test('a revoked token stops the channel; with another one, the queue goes on', async () => {
    const { scene, channelId, account, accessToken, greet, messages, work } =
      await openShop('whatsapp');
    await greet(2);
    simulator.tokens.revoke(accessToken);
    const to = networks.whatsapp.customer;
    const send = async (n: number) =>
      await scene.call('POST /messages', { channelId, to: to(n), type: 'text', text: 'Hi' });
    await send(0);
    await work();
    expect(await messages()).toMatchObject([
      { status: 'failed', error: { code: 'SVC-CHANNEL-UNAVAILABLE', reason: 'auth' } },
    ]);
    expect((await send(1)).status).toBe(409);
    const credentials = { accessToken: simulator.tokens.issue(account.ownerId) };
    await scene.call(`PATCH /channels/${channelId}`, { credentials });
    const { json } = await scene.call<Channel>(`POST /channels/${channelId}/verify`);
    expect(json.status).toBe('active');
    const [failed] = await messages();
    expect((await scene.call(`POST /messages/${failed?.id}/retry`)).status).toBe(202);
    await work();
    await server.advance(2_500);
    await work();
    expect(await messages()).toMatchObject([{ status: 'read' }]);
  });

  test('with every kind of fault, each message ends in one state and none is sent twice', async () => {
    onTestFinished(() => simulator.faults.clear());
    const { scene, channelId, account, accessToken, greet, messages, work } =
      await openShop('whatsapp');
    // The channel has an app of its own, whose webhooks come to the receiver of the channel.
    const { app } = account;
    Object.assign(app, { secret: 'own-secret', verifyToken: 'own-token' });
    const credentials = { accessToken, appSecret: app.secret, verifyToken: app.verifyToken };
    await scene.call(`PATCH /channels/${channelId}`, { credentials });
    await simulator.connect(app, `${server.baseUrl}/hooks/whatsapp/${channelId}`);
    const { json } = await scene.call<Channel>(`POST /channels/${channelId}/verify`);
    expect(json.status).toBe('active');
    simulator.deliver({ batch: 5, duplicates: 0.2, outOfOrder: true, lateMs: 20 });
    onTestFinished(() =>
      simulator.deliver({ batch: 1, duplicates: 0, outOfOrder: false, lateMs: 0 }),
    );
    const customers = 20;
    await greet(customers);
    const inbound = await scene.messages('&direction=inbound');
    const written = [...account.writtenIds].sort();
    expect(inbound.map(({ externalId }) => externalId).sort()).toEqual(written);
    const path = `${account.id}/messages`;
    // A number, not a share: at least one message must fail after the provider accepted it.
    simulator.fail({ fault: { kind: 'failed_later', code: 131026 }, path, times: 4 });
    for (const fault of [
      { kind: 'error', code: 131016 },
      { kind: 'error', code: 130429, status: 429 },
      { kind: 'error', code: 131026 },
      { kind: 'gateway', status: 503 },
      { kind: 'gateway', status: 502 },
      { kind: 'lost_answer' },
      { kind: 'lost_request' },
    ] as const) {
      simulator.fail({ fault, path, share: 0.05 });
    }
    const { kinds, customer } = networks.whatsapp;
    const count = 100;
    const send = async (n: number) => {
      const [type, content] = kinds[n % kinds.length] ?? text;
      const body = { channelId, to: customer(n % customers), type, ...content };
      expect((await scene.call('POST /messages', body)).status).toBe(202);
    };
    await Promise.all(Array.from({ length: count }, (_, n) => send(n)));
    const isOpen = async () => {
      const outbound = scene.ctx.db.select(messagesTable).where({ direction: 'outbound' });
      return (await outbound).some(({ status }) => !['read', 'failed'].includes(status));
    };
    for (let rounds = 0; rounds < 200 && (await isOpen()); rounds += 1) {
      await work();
      await server.advance(rounds % 2 === 0 ? 3_000 : 65_000);
    }
    await work();
    const all = await messages();
    expect(all).toHaveLength(count);
    expect(account.takenTwice()).toEqual([]);
    const taken = new Set(account.taken.map(({ reference }) => reference?.split(':')[0]));
    const failedLater: string[] = [];
    for (const { id, status, error } of all) {
      // Each message that the provider accepted and did not fail was read. Each other message has failed with a reason.
      if (status === 'read') expect(taken).toContain(id);
      else expect([status, error?.code]).toEqual(['failed', expect.stringMatching(/^SVC-/)]);
      if (status === 'failed' && taken.has(id)) failedLater.push(error?.providerCode ?? '');
    }
    expect(failedLater).toEqual(Array(4).fill('131026'));
    expect(all.filter(({ status }) => status === 'read').length).toBeGreaterThan(count * 0.7);
  });

  test('images to and from customers of one app of TikTok stay below the requests of the app, in two workers', async () => {
    const app = simulator.addApp(`${server.baseUrl}/hooks/tiktok`);
    const shops = [await openShop('tiktok', app), await openShop('tiktok', app)];
    const count = 4;
    for (const { greet } of shops) await greet(count);
    for (const { account, scene, channelId } of shops) {
      const file = { mimeType: 'image/png', bytes: Buffer.from(files.image[0], 'latin1') };
      for (let n = 0; n < count; n += 1) {
        const image = { media_id: simulator.addFile(account, file).id };
        simulator.write(
          account,
          { address: networks.tiktok.customer(n) },
          { type: 'image', image },
        );
        const { id } = await storedFile(server, scene.ctx, `${files.image[0]}${n}`, {
          filename: 'dot.png',
        });
        const to = networks.tiktok.customer(n);
        await scene.call('POST /messages', { channelId, to, type: 'image', media: { id } });
      }
    }
    await simulator.outbox.settled();
    const handlers = () => createJobHandlers(server.deps);
    const { system, now, newId } = server.deps;
    const workers = [1, 2].map(() => new Worker({ system, handlers: handlers(), log, now, newId }));
    onTestFinished(async () => {
      await Promise.all(workers.map((worker) => worker.stop(5_000)));
    });
    for (const worker of workers) worker.start();
    const taken = () => shops.flatMap(({ account }) => account.taken).length;
    await expect.poll(taken, { timeout: 20_000 }).toBe(2 * count);
    const received = async () => {
      const inbound = shops.map(({ scene }) => scene.messages('&direction=inbound'));
      const got = (await Promise.all(inbound)).flat().flatMap(({ attachments }) => attachments);
      return got.map(({ status }) => status);
    };
    const stored = Array(2 * count).fill('stored');
    await expect.poll(received, { timeout: 20_000 }).toEqual(stored);
    expect(app.meter.measured.refused.rate).toBe(0);
  });

  // The adapters do not use the database. The conformance suite sends each kind of message on Postgres.
  if (target === 'Postgres') return;

  test.each(['whatsapp', 'instagram', 'tiktok'] as const)(
    '%s takes every kind of message and stored file that its channels send, and they are read',
    async (network) => {
      const { customer } = networks[network];
      const { scene, channelId, account, greet, messages, work } = await openShop(network);
      await greet(1);
      const kinds: (readonly [string, object])[] = [...networks[network].kinds];
      for (const { type } of channelCapabilities[network].content.media) {
        const [bytes, filename] = files[type];
        const { id } = await storedFile(server, scene.ctx, bytes, { filename });
        kinds.push([type, { media: { id } }]);
      }
      for (const [type, content] of kinds) {
        const body = { channelId, to: customer(0), type, ...content };
        const answer = await scene.call('POST /messages', body);
        expect([answer.status, answer.json]).toMatchObject([202, { type }]);
      }
      await work();
      await server.advance(2_500);
      await work();
      const sent = await messages();
      expect(sent.map(({ status, error }) => [status, error])).toEqual(
        kinds.map(() => ['read', null]),
      );
      const ids = account.taken.map(({ externalId }) => externalId);
      expect(sent.map(({ externalId }) => externalId).sort()).toEqual(ids.sort());
    },
  );
});
