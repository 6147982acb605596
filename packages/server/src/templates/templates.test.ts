import type { Channel, Message, Page, TemplateRecord } from '@parley/contract/schemas';
import { Simulator } from '@parley/provider-simulator';
import { Parley } from '@parley/sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drainProviders } from '../../test/channel-scene.ts';
import { targets } from '../../test/databases.ts';
import { appSecrets, startReceiving, verifyToken } from '../../test/receiving-scene.ts';
import { createScene, type Scene } from '../../test/scene.ts';
import type { TestServer } from '../../test/start-server.ts';
import { storedFile } from '../../test/stored-file.ts';

const png = '\x89PNG\r\n\x1a\n the menu';
const template = {
  name: 'order_shipped',
  language: 'en_US',
  category: 'utility',
  components: [
    { type: 'header', text: 'Order {{1}}' },
    { type: 'body', text: 'Hello {{1}}, your order {{2}} has left.' },
    {
      type: 'buttons',
      buttons: [
        { type: 'url', text: 'Track', url: 'https://example.com/{{1}}' },
        { type: 'quick_reply', text: 'Thanks' },
      ],
    },
  ],
  examples: { 'header.1': '7', 1: 'Ana', 2: '1042', 'button.0': '1042' },
};

const otpButton = { type: 'otp', otpType: 'copy_code' };
const loginCode = {
  name: 'login_code',
  language: 'en_US',
  category: 'authentication',
  components: [
    { type: 'body', addSecurityRecommendation: true },
    { type: 'footer', codeExpirationMinutes: 10 },
    { type: 'buttons', buttons: [otpButton] },
  ],
};

describe.each(targets)('templates of simulated WhatsApp on %s', (target) => {
  let server: TestServer;
  const simulator = new Simulator({ seed: 5, now: () => (server?.now() ?? new Date()).getTime() });
  beforeAll(async () => {
    await simulator.start();
    server = await startReceiving(target, {
      PARLEY_WHATSAPP_API_URL: simulator.urls.whatsapp,
    });
  });
  afterAll(async () => {
    await simulator.close();
    await server.close();
  });

  async function openShop({ knowsApp = true } = {}) {
    const app = simulator.addApp(`${server.baseUrl}/hooks/whatsapp`);
    Object.assign(app, { secret: appSecrets.present, verifyToken });
    const { account, accessToken } = simulator.addAccount('whatsapp', { app });
    const scene = await createScene(server);
    const { json: channel } = await scene.call<Channel>('POST /channels', {
      name: 'Shop',
      type: 'whatsapp',
      provider: 'whatsapp_cloud',
      config: { phoneNumberId: account.id, wabaId: account.ownerId },
      credentials: { accessToken, ...(knowsApp && { appId: app.id }) },
    });
    const path = `/channels/${channel.id}`;
    const work = async () => {
      for (let round = 0; round < 3; round += 1) {
        await drainProviders(server);
        await simulator.outbox.settled();
      }
      await drainProviders(server);
    };
    const list = async () =>
      (await scene.call<Page<TemplateRecord>>(`GET ${path}/templates`)).json.data;
    await scene.call(`POST ${path}/verify`);
    await work();
    return { scene, account, path, channel, work, list };
  }

  const sendTo = async (
    scene: Scene,
    channelId: string,
    variables: object,
    { name, language }: Pick<TemplateRecord, 'name' | 'language'> = template,
  ) =>
    await scene.call<Message>('POST /messages', {
      channelId,
      to: '4915112345678',
      type: 'template',
      template: { name, language, variables },
    });

  test('a template is submitted, approved by webhook, and sent with its values', async () => {
    const { scene, account, path, channel, work, list } = await openShop();
    const { json: shop } = await scene.call<Channel>(`GET ${path}`);
    expect(shop.templatesSyncedAt).not.toBeNull();
    const made = await scene.call<TemplateRecord>(`POST ${path}/templates`, template);
    expect(made, JSON.stringify(made.json)).toMatchObject({
      status: 201,
      json: { status: 'pending', externalId: expect.any(String) },
    });
    const values = { 'header.1': '7', 1: 'Ana', 2: '1042', 'button.0': '1042' };
    const early = await sendTo(scene, channel.id, values);
    expect(early).toMatchObject({
      status: 422,
      json: { error: { code: 'SVC-TEMPLATE-NOT-APPROVED' } },
    });
    await work();
    expect(await list()).toMatchObject([{ id: made.json.id, status: 'approved' }]);
    const { json: message } = await sendTo(scene, channel.id, values);
    await work();
    expect((await scene.message(message.id)).status).not.toBe('failed');
    expect(account.taken).toHaveLength(1);
    expect(await scene.events()).toContain('template.status_changed');
  });

  test('a sync reads every page, keeps what is equal, and removes what the provider no longer has', async () => {
    const { scene, account, path, work, list } = await openShop();
    for (let n = 0; n < 130; n += 1) {
      const name = `template_${n}`;
      account.templates.set(`${name} en_US`, {
        id: String(9_007_199_254_740_993n + BigInt(n)),
        name,
        language: 'en_US',
        category: 'MARKETING',
        parameter_format: 'NAMED',
        status: n === 0 ? 'REJECTED' : 'APPROVED',
        components: [{ type: 'BODY', text: 'Hi {{first_name}}' }],
      });
    }
    await scene.call(`POST ${path}/templates/sync`);
    await work();
    const { json } = await scene.call<Page<TemplateRecord>>(`GET ${path}/templates?limit=100`);
    expect(json.data).toHaveLength(100);
    expect(json.nextCursor).not.toBeNull();
    const [rejected] = (
      await scene.call<Page<TemplateRecord>>(`GET ${path}/templates?status=rejected`)
    ).json.data;
    expect(rejected).toMatchObject({ name: 'template_0', variables: [{ key: 'first_name' }] });
    const before = (await scene.events()).length;
    for (const key of [...account.templates.keys()].slice(1)) account.templates.delete(key);
    await server.advance(1_000);
    await scene.call(`POST ${path}/templates/sync`);
    await work();
    expect(await list()).toMatchObject([{ id: rejected?.id, updatedAt: rejected?.updatedAt }]);
    expect((await scene.events()).length - before).toBe(129);
  });

  test('the example of a link is submitted as it is', async () => {
    const { scene, account, path } = await openShop();
    const examples = { ...template.examples, 'button.0': 'a$&b' };
    const { status } = await scene.call(`POST ${path}/templates`, { ...template, examples });
    expect(status).toBe(201);
    const [made] = account.templates.values();
    const buttons = made?.components.at(-1)?.['buttons'];
    expect(buttons).toMatchObject([{ example: ['https://example.com/a$&b'] }, {}]);
  });

  test('a template with a button that opens a flow is sent, also without a token', async () => {
    const { scene, account, path, channel, work } = await openShop();
    const names = { name: 'book_visit', language: 'en_US' };
    const buttons = [{ type: 'FLOW', text: 'Book', flow_id: '77', flow_action: 'NAVIGATE' }];
    account.templates.set('book_visit en_US', {
      ...names,
      id: '7001',
      category: 'UTILITY',
      parameter_format: 'POSITIONAL',
      status: 'APPROVED',
      components: [
        { type: 'BODY', text: 'Book a visit.' },
        { type: 'BUTTONS', buttons },
      ],
    });
    await server.advance(1_000);
    await scene.call(`POST ${path}/templates/sync`);
    await work();
    for (const variables of [{}, { 'button.0': 'visit-7' }]) {
      const { json: message } = await sendTo(scene, channel.id, variables, names);
      await work();
      expect((await scene.message(message.id)).error).toBeNull();
    }
    const flow = { type: 'button', sub_type: 'flow', index: '0' };
    const parameters = [{ type: 'action', action: { flow_token: 'visit-7' } }];
    const sent = account.taken.map(({ body }) => body['template']);
    expect(sent).toMatchObject([{ components: [flow] }, { components: [{ ...flow, parameters }] }]);
  });

  test('a template whose answer was lost is not submitted twice, and becomes the record of the second request', async () => {
    const { scene, account, path, list } = await openShop();
    simulator.fail({ fault: { kind: 'lost_answer' }, path: '/message_templates', times: 1 });
    const first = await scene.call(`POST ${path}/templates`, template);
    expect(first.status).toBe(502);
    const second = await scene.call<TemplateRecord>(`POST ${path}/templates`, template);
    expect(second, JSON.stringify(second.json)).toMatchObject({ status: 201 });
    expect(account.templates.size).toBe(1);
    expect(await list()).toHaveLength(1);
    const other = { ...template, components: [{ type: 'body', text: 'Other' }], examples: {} };
    expect((await scene.call(`POST ${path}/templates`, other)).status).toBe(409);
  });

  test('a template of one-time passwords keeps its variables and rules after a sync', async () => {
    const { scene, account, path, channel, work, list } = await openShop();
    const { json: made } = await scene.call<TemplateRecord>(`POST ${path}/templates`, loginCode);
    await work();
    await server.advance(1_000);
    await scene.call(`POST ${path}/templates/sync`);
    await work();
    const [synced] = await list();
    expect(synced).toMatchObject({ id: made.id, status: 'approved', category: 'authentication' });
    expect(synced?.components).toEqual([
      {
        type: 'body',
        text: '*{{1}}* is your verification code. For your security, do not share this code.',
        addSecurityRecommendation: true,
      },
      { type: 'footer', text: 'This code expires in 10 minutes.', codeExpirationMinutes: 10 },
      { type: 'buttons', buttons: [{ type: 'otp', otpType: 'copy_code', text: 'Copy code' }] },
    ]);
    expect(synced?.variables).toMatchObject([{ key: '1', required: true, example: '123456' }]);
    const { json: message } = await sendTo(scene, channel.id, { 1: '424242' }, loginCode);
    await work();
    expect(await scene.message(message.id)).toMatchObject({
      status: expect.not.stringMatching('failed'),
      text: expect.stringContaining('*424242* is your verification code.'),
    });
    expect(account.taken).toHaveLength(1);
    const long = await sendTo(scene, channel.id, { 1: '1'.repeat(16) }, loginCode);
    expect(long).toMatchObject({ status: 422, json: { error: { details: { tooLong: ['1'] } } } });
  });

  test('a template of one-time passwords whose answer was lost becomes the record of the second request', async () => {
    const { scene, account, path, list } = await openShop();
    const submit = async (fields: object = {}) =>
      (await scene.call(`POST ${path}/templates`, { ...loginCode, ...fields })).status;
    simulator.fail({ fault: { kind: 'lost_answer' }, path: '/message_templates', times: 1 });
    const [body, , buttons] = loginCode.components;
    const labelled = { type: 'buttons', buttons: [{ ...otpButton, text: 'Copy' }] };
    expect(await submit()).toBe(502);
    expect(await submit({ components: [body, buttons] })).toBe(409);
    expect(await submit({ components: [body, loginCode.components[1], labelled] })).toBe(409);
    expect(await submit()).toBe(201);
    expect(account.templates.size).toBe(1);
    expect(await list()).toMatchObject([{ name: loginCode.name }]);
  });

  test('edits and deletions are made at the provider', async () => {
    const { scene, account, path, work, list } = await openShop();
    const { json: made } = await scene.call<TemplateRecord>(`POST ${path}/templates`, template);
    await work();
    // Another second than that of the first review: its webhook would be a repeat.
    await server.advance(1_000);
    const body = { components: [{ type: 'body', text: 'Hello {{1}}' }], examples: { 1: 'Ana' } };
    const edited = await scene.call(`PATCH ${path}/templates/${made.id}`, body);
    expect(edited, JSON.stringify(edited.json)).toMatchObject({ status: 200 });
    const [there] = account.templates.values();
    expect(there?.components).toMatchObject([{ type: 'BODY', text: 'Hello {{1}}' }]);
    await work();
    expect(await list()).toMatchObject([{ id: made.id, status: 'approved' }]);
    expect((await scene.call(`DELETE ${path}/templates/${made.id}`)).status).toBe(204);
    expect(account.templates.size).toBe(0);
    expect(await list()).toEqual([]);
  });

  test('the SDK submits a template once if Meta refuses its content, and again if Meta is not available', async () => {
    const { scene, channel, account } = await openShop();
    const parley = new Parley({ baseUrl: server.baseUrl, apiKey: scene.apiKey });
    const create = (name: string) =>
      parley.templates.create(
        channel.id,
        {
          name,
          language: 'en_US',
          category: 'utility',
          components: [{ type: 'body', text: 'Hi.' }],
        },
        { initialBackoffMs: 1 },
      );
    const failOnce = (code: number) =>
      simulator.fail({ path: '/message_templates', times: 1, fault: { kind: 'error', code } });
    failOnce(100);
    await expect(create('refused')).rejects.toMatchObject({ status: 502, attempts: 1 });
    expect(account.templates.size).toBe(0);
    failOnce(2);
    expect(await create('later')).toMatchObject({ status: 'pending' });
  });

  test('the file of a header is uploaded to Meta, which reviews the template with it', async () => {
    const { scene, account, path, work, list } = await openShop();
    const menu = await storedFile(server, scene.ctx, png, { filename: 'menu.png' });
    const bill = await storedFile(server, scene.ctx, '%PDF-1.7 the bill', { filename: 'bill.pdf' });
    const withFile = (format: string, { id }: { id: string }) => ({
      name: `with_${format}`,
      language: 'en_US',
      category: 'utility',
      components: [
        { type: 'header', format },
        { type: 'body', text: 'See above.' },
      ],
      examples: { [`header.${format}`]: id },
    });
    const submit = async (on: Scene, where: string, body: object) =>
      await on.call<TemplateRecord>(`POST ${where}/templates`, body);
    const bytes = (name: string) => {
      const text = JSON.stringify(account.templates.get(`${name} en_US`)?.components);
      return simulator.textOfFile(/"header_handle":\["([^"]+)"/.exec(text)?.[1] ?? '');
    };

    const made = await submit(scene, path, withFile('image', menu));
    expect(made, JSON.stringify(made.json)).toMatchObject({
      status: 201,
      json: { variables: [{ key: 'header.image', example: menu.id }] },
    });
    expect((await submit(scene, path, withFile('document', bill))).status).toBe(201);
    expect([bytes('with_image'), bytes('with_document')]).toEqual([png, '%PDF-1.7 the bill']);
    await work();
    expect((await list()).map(({ status }) => status)).toEqual(['approved', 'approved']);
    await server.advance(25 * 3_600_000);
    const other = await storedFile(server, scene.ctx, `${png} 2`, { filename: 'menu-2.png' });
    const { components, examples } = withFile('image', other);
    const change = `PATCH ${path}/templates/${made.json.id}`;
    const changed = await scene.call<TemplateRecord>(change, { components, examples });
    expect(changed, JSON.stringify(changed.json)).toMatchObject({ status: 200 });
    expect(bytes('with_image')).toBe(`${png} 2`);

    simulator.fail({ path: '/uploads', times: 1, fault: { kind: 'error', code: 100 } });
    const refused = await submit(scene, path, { ...withFile('image', menu), name: 'again' });
    expect(refused).toMatchObject({ status: 502, json: { error: { code: 'SVC-PROVIDER-ERROR' } } });
    const alone = await openShop({ knowsApp: false });
    const own = await storedFile(server, alone.scene.ctx, png, { filename: 'menu.png' });
    const unknown = await submit(alone.scene, alone.path, withFile('image', own));
    expect(unknown).toMatchObject({
      status: 422,
      json: {
        error: {
          code: 'SVC-RULE-VIOLATION',
          details: { rule: 'app_id_required', field: 'credentials.appId' },
          message: expect.stringContaining('PARLEY_WHATSAPP_APP_ID'),
        },
      },
    });
  });
});
