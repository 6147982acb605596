import { expect, test } from 'vitest';
import { request, startSimulator } from './sink.ts';

const base = { messaging_product: 'whatsapp', to: '5511987654321' };
const text = { ...base, type: 'text', text: { body: 'Hi' } };

async function openNumber(options: Parameters<typeof startSimulator>[0] = {}) {
  const simulator = await startSimulator(options);
  const { account, accessToken: token } = simulator.addAccount('whatsapp');
  simulator.write(account, { address: base.to }, { type: 'text', text: { body: 'Hello' } });
  const graph = `${simulator.urls.whatsapp}/v25.0`;
  const send = (json: unknown, given = token) =>
    request(`${graph}/${account.id}/messages`, { token: given, json });
  return { simulator, account, token, graph, send };
}

test('accepts a message in its documented form', async () => {
  const { send, account } = await openNumber();
  const answer = await send({ ...text, biz_opaque_callback_data: 'msg_1:1' });
  expect(answer).toMatchObject({
    status: 200,
    json: {
      messaging_product: 'whatsapp',
      contacts: [{ input: base.to, wa_id: base.to }],
      messages: [{ id: expect.stringMatching(/^wamid\./), message_status: 'accepted' }],
    },
  });
  expect(account.taken).toMatchObject([{ to: base.to, reference: 'msg_1:1' }]);
});

test.each([
  ['no product', { ...text, messaging_product: undefined }, 131_008],
  ['no recipient', { ...text, to: undefined }, 100],
  ['a text that is too long', { ...text, text: { body: 'x'.repeat(4_097) } }, 100],
  ['a field that nobody documents', { ...text, priority: 'high' }, 100],
  ['content of another type', { ...base, type: 'text', image: { id: '1' } }, 131_008],
  ['a file that does not exist', { ...base, type: 'image', image: { id: '1' } }, 131_009],
  [
    'both a file and a link',
    { ...base, type: 'image', image: { id: '1', link: 'https://a.b/c' } },
    100,
  ],
  [
    'a caption on audio',
    { ...base, type: 'audio', audio: { link: 'https://a.b/c', caption: 'x' } },
    100,
  ],
  [
    'a template that does not exist',
    { ...base, type: 'template', template: { name: 'a', language: { code: 'en' } } },
    132_001,
  ],
])('refuses %s', async (_, message, code) => {
  const { send, account } = await openNumber();
  expect((await send(message)).json).toMatchObject({ error: { code } });
  expect(account.taken).toEqual([]);
});

test.each([
  ['four buttons', 4, 'Yes'],
  ['a title of 21 characters', 1, 'x'.repeat(21)],
])('refuses %s', async (_, count, title) => {
  const { send } = await openNumber();
  const buttons = Array.from({ length: count }, (_, n) => ({
    type: 'reply',
    reply: { id: String(n), title: `${title}${n}` },
  }));
  const interactive = { type: 'button', body: { text: 'Sure?' }, action: { buttons } };
  expect((await send({ ...base, type: 'interactive', interactive })).status).toBe(400);
});

test('a list has 10 rows in total', async () => {
  const { send } = await openNumber();
  const list = (...sizes: number[]) => {
    const sections = sizes.map((size, at) => ({
      title: `Part ${at}`,
      rows: Array.from({ length: size }, (_, n) => ({ id: `${at}.${n}`, title: `Row ${n}` })),
    }));
    const action = { button: 'Open', sections };
    return {
      ...base,
      type: 'interactive',
      interactive: { type: 'list', body: { text: 'Choose' }, action },
    };
  };
  expect((await send(list(5, 5))).status).toBe(200);
  expect((await send(list(5, 6))).status).toBe(400);
});

test('a token of another account, an expired one and none are refused', async () => {
  let now = Date.now();
  const { simulator, account, send } = await openNumber({ now: () => now });
  const other = simulator.addAccount('whatsapp').accessToken;
  const short = simulator.tokens.issue(account.ownerId, { lifeMs: 60_000 });
  expect((await send(text, short)).status).toBe(200);
  now += 60_000;
  expect((await send(text, short)).json).toMatchObject({
    error: { code: 190, error_subcode: 463 },
  });
  expect((await send(text, 'EAAnonsense')).json).toMatchObject({ error: { code: 190 } });
  expect((await send(text, other)).json).toMatchObject({ error: { code: 200 } });
});

test('80 messages a second, and 45 at once to one person, are measured and enforced', async () => {
  let now = Date.now();
  const { send, account } = await openNumber({ now: () => now });
  for (let n = 0; n < 45; n += 1) expect((await send(text)).status).toBe(200);
  expect((await send(text)).json).toMatchObject({ error: { code: 131_056 } });
  const template = (to: number) => ({ ...text, to: String(to) });
  for (let n = 0; n < 35; n += 1)
    expect((await send(template(49_151_000_000 + n))).status).toBe(200);
  expect(await send(template(49_152_000_000))).toMatchObject({
    status: 429,
    json: { error: { code: 130_429 } },
  });
  now += 6_000;
  expect((await send(text)).status).toBe(200);
  expect(account.meter.measured).toMatchObject({
    mostPerSecond: 80,
    refused: { rate: 1, pair: 1 },
  });
});

test('an answer that is lost does not undo the message, and a second send is noticed', async () => {
  const { simulator, send, account } = await openNumber();
  simulator.fail({ path: '/messages', fault: { kind: 'lost_answer' }, times: 1 });
  const message = { ...text, biz_opaque_callback_data: 'msg_1:1' };
  await expect(send(message)).rejects.toThrow();
  expect(account.taken).toHaveLength(1);
  expect(account.takenTwice()).toEqual([]);
  await send({ ...message, biz_opaque_callback_data: 'msg_1:2' });
  expect(account.takenTwice()).toEqual(['msg_1']);
});

test('faults answer with the code, the status or nothing that was asked for', async () => {
  const { simulator, send, account } = await openNumber();
  simulator.fail({ path: '/messages', fault: { kind: 'error', code: 131_016 }, times: 1 });
  expect(await send(text)).toMatchObject({ status: 503, json: { error: { code: 131_016 } } });
  simulator.fail({ path: '/messages', fault: { kind: 'lost_request' }, times: 1 });
  await expect(send(text)).rejects.toThrow();
  expect(account.taken).toEqual([]);
  simulator.fail({ path: '/messages', fault: { kind: 'error', code: 4 }, share: 0.5 });
  const answers = [];
  for (let n = 0; n < 40; n += 1)
    answers.push((await send({ ...text, to: String(49_151_000_000 + n) })).status);
  expect(answers.filter((status) => status === 400).length).toBeGreaterThan(8);
  expect(answers.filter((status) => status === 200).length).toBeGreaterThan(8);
});

test('templates are listed by page, created, approved, edited and deleted', async () => {
  const { graph, account, token, send } = await openNumber();
  const path = `${graph}/${account.ownerId}/message_templates`;
  const template = {
    name: 'order_update',
    language: 'en_US',
    category: 'UTILITY',
    components: [{ type: 'BODY', text: 'Order {{1}}', example: { body_text: [['1']] } }],
  };
  expect((await request(path, { token, json: template })).json).toMatchObject({
    status: 'PENDING',
  });
  expect((await request(path, { token, json: template })).json).toMatchObject({
    error: { code: 100, error_subcode: 2_388_024 },
  });
  await request(path, { token, json: { ...template, language: 'de' } });
  const first = await request(`${path}?limit=1`, { token });
  expect(first.json).toMatchObject({
    data: [{ name: 'order_update', status: 'APPROVED' }],
    paging: { next: expect.any(String) },
  });
  const sent = (parameters: object[]) => ({
    ...base,
    type: 'template',
    template: {
      name: 'order_update',
      language: { code: 'en_US' },
      components: [{ type: 'body', parameters }],
    },
  });
  expect((await send(sent([{ type: 'text', text: '1042' }]))).status).toBe(200);
  expect((await send(sent([]))).json).toMatchObject({ error: { code: 132_000 } });
  expect((await request(`${path}?name=order_update`, { token, method: 'DELETE' })).status).toBe(
    200,
  );
  expect((await request(path, { token })).json).toEqual({ data: [] });
});

test('the file of a header is uploaded by its app, and named by its handle', async () => {
  const { graph, simulator, account, token } = await openNumber();
  const other = simulator.addAccount('whatsapp');
  const begin = async (query: object, given = token, { app } = account) => {
    const asked = { file_name: 'menu.png', file_length: '4', file_type: 'image/png', ...query };
    const url = `${graph}/${app.id}/uploads?${new URLSearchParams(asked)}`;
    return await request(url, { token: given, method: 'POST' });
  };
  for (const wrong of [{ file_type: 'image/gif' }, { file_length: '0' }, { file_name: '' }])
    expect((await begin(wrong)).json).toMatchObject({ error: { code: 100 } });
  expect((await begin({}, other.accessToken)).json).toMatchObject({ error: { code: 200 } });
  const id = `${(await begin({})).json['id']}`;
  const send = async (headers: Record<string, string>, body = 'file') => {
    const answer = await fetch(`${graph}/${id}`, { method: 'POST', headers, body });
    return await answer.json();
  };
  const rightHeaders = { authorization: `OAuth ${token}`, file_offset: '0' };
  expect(await send({ ...rightHeaders, authorization: `Bearer ${token}` })).toMatchObject({
    error: { code: 190 },
  });
  expect(await send({ authorization: `OAuth ${token}` })).toMatchObject({ error: { code: 100 } });
  expect(await send(rightHeaders, 'files')).toMatchObject({ error: { code: 100 } });
  const { h } = await send(rightHeaders);
  expect(simulator.textOfFile(h)).toBe('file');

  const submit = async (format: string, handle: string, given = token, { ownerId } = account) => {
    const example = { header_handle: [handle] };
    const components = [
      { type: 'HEADER', format, example },
      { type: 'BODY', text: 'Hi' },
    ];
    const json = {
      name: `t_${format.toLowerCase()}`,
      language: 'en',
      category: 'UTILITY',
      components,
    };
    const { json: answer } = await request(`${graph}/${ownerId}/message_templates`, {
      token: given,
      json,
    });
    return answer;
  };
  const refused = { error: { code: 100, error_subcode: 2_388_043 } };
  expect(await submit('VIDEO', h)).toMatchObject(refused);
  expect(await submit('IMAGE', '4::aW')).toMatchObject(refused);
  expect(await submit('IMAGE', h, other.accessToken, other.account)).toMatchObject(refused);
  expect(await submit('IMAGE', h)).toMatchObject({ status: 'PENDING' });
});

test('the parameters of a template fit its header and its buttons', async () => {
  const { account, send } = await openNumber();
  const add = (name: string, category: string, components: object[]) =>
    account.templates.set(`${name} en`, {
      ...{ id: name, name, category, language: 'en', status: 'APPROVED' },
      parameter_format: 'POSITIONAL',
      components: components.map((one) => ({ ...one })),
    });
  const buttons = (...list: object[]) => ({ type: 'BUTTONS', buttons: list });
  add('sale', 'MARKETING', [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BODY', text: 'Hi' },
    buttons({ type: 'QUICK_REPLY' }, { type: 'URL', url: 'https://a.b/{{1}}' }),
  ]);
  add('code', 'AUTHENTICATION', [{ type: 'BODY' }, buttons({ type: 'OTP' })]);
  const cardParts = [{ type: 'HEADER', format: 'IMAGE' }, buttons({ type: 'QUICK_REPLY' })];
  const card = { components: cardParts };
  add('cards', 'MARKETING', [
    { type: 'BODY', text: 'Hi' },
    { type: 'CAROUSEL', cards: [card, card] },
  ]);
  add('place', 'UTILITY', [
    { type: 'HEADER', format: 'LOCATION' },
    { type: 'BODY', text: 'Hi' },
  ]);
  const codeOf = async (name: string, ...components: object[]) => {
    const template = { name, language: { code: 'en' }, components };
    const { status, json } = await send({ ...base, type: 'template', template });
    return status === 200 ? 200 : (json['error'] as { code?: number } | undefined)?.code;
  };
  const header = (type: string, value: object = { link: 'https://a.b/c' }) => ({
    type: 'header',
    parameters: [{ type, [type]: value }],
  });
  const cardsWith = (...headers: object[]) => ({
    type: 'carousel',
    cards: headers.map((one, index) => ({ card_index: index, components: [one] })),
  });
  const url = (index: number, text = 'x') => ({
    ...{ type: 'button', sub_type: 'url', index },
    parameters: [{ type: 'text', text }],
  });
  const body = (text: string) => ({ type: 'body', parameters: [{ type: 'text', text }] });
  expect([
    await codeOf('sale', header('image'), url(1)),
    await codeOf('sale', url(1)),
    await codeOf('sale', header('video'), url(1)),
    await codeOf('sale', header('image')),
    await codeOf('sale', header('image'), url(0), url(1)),
    await codeOf('sale', header('image'), url(1), url(2)),
    await codeOf('sale', header('image'), url(1), body('x')),
    await codeOf('code', body('123'), url(0, '123')),
    await codeOf('code', body('123')),
    await codeOf('code', body('123'), url(0, '124')),
    await codeOf('code', body('1'.repeat(16)), url(0, '1'.repeat(16))),
    await codeOf('cards', cardsWith(header('image'), header('image'))),
    await codeOf('cards'),
    await codeOf('cards', cardsWith(header('image'))),
    await codeOf('cards', cardsWith(header('image'), header('video'))),
    await codeOf('place', header('location', { latitude: 52.5, longitude: '13.4' })),
    await codeOf('place', header('location')),
  ]).toEqual([
    ...[200, 132_012, 132_012, 132_018, 132_018, 132_018, 132_000],
    ...[200, 132_018, 132_018, 132_005],
    ...[200, 132_012, 132_012, 132_012],
    ...[200, 131_008],
  ]);
});

test('a file is uploaded, described, downloaded by its owner, and sent', async () => {
  const { graph, account, token, send, simulator } = await openNumber();
  const upload = async (name: string, type: string, field = 'type') => {
    const form = new FormData();
    form.set('messaging_product', 'whatsapp');
    form.set(field, type);
    form.set('file', new File(['bytes'], name, { type }));
    return await request(`${graph}/${account.id}/media`, { token, method: 'POST', body: form });
  };
  expect((await upload('a.exe', 'image/png')).status).toBe(400);
  expect((await upload('a.png', 'image/png', 'kind')).status).toBe(400);
  expect((await upload('a.ogg', 'audio/ogg')).status).toBe(400);
  expect((await upload('a.ogg', 'audio/ogg; codecs=opus')).status).toBe(200);
  const { json } = await upload('a.png', 'image/png');
  const { json: file } = await request(`${graph}/${json['id']}`, { token });
  expect(file).toMatchObject({ mime_type: 'image/png', file_size: 5 });
  const other = simulator.addAccount('whatsapp').accessToken;
  const download = (bearer: string) =>
    fetch(file['url'] ?? '', { headers: { authorization: `Bearer ${bearer}` } });
  expect((await download(other)).status).toBe(401);
  expect(await (await download(token)).text()).toBe('bytes');
  expect((await send({ ...base, type: 'image', image: { id: json['id'] } })).status).toBe(200);
});

test('a number, its token and its subscription are described', async () => {
  const { graph, account, token } = await openNumber();
  const number = await request(`${graph}/${account.id}?fields=verified_name,quality_rating`, {
    token,
  });
  expect(number.json).toEqual({ id: account.id, verified_name: 'Shop', quality_rating: 'GREEN' });
  const { id, secret } = account.app;
  const debug = (key: string) =>
    request(`${graph}/debug_token?input_token=${token}&access_token=${key}`);
  expect((await debug(`${id}|${secret}`)).json).toMatchObject({
    data: { is_valid: true, expires_at: 0 },
  });
  expect((await debug(`${id}|wrong`)).status).toBe(401);
  const path = `${graph}/${account.ownerId}/subscribed_apps`;
  const override = { override_callback_uri: 'https://a.b/c', verify_token: 'v' };
  expect((await request(path, { token, json: override })).status).toBe(400);
  expect((await request(path, { token, json: {} })).json).toEqual({ success: true });
  expect((await request(path, { token, json: override })).status).toBe(200);
  const missing = { error: { code: 100, error_subcode: 33 } };
  expect((await request(`${graph}/4711`, { token })).json).toMatchObject(missing);
});

test('the list shows the texts and the link that WhatsApp adds to a template of one-time passwords', async () => {
  const { graph, account, token } = await openNumber();
  const path = `${graph}/${account.ownerId}/message_templates`;
  const otp = { type: 'OTP', otp_type: 'COPY_CODE' };
  const json = {
    name: 'code',
    language: 'en',
    category: 'AUTHENTICATION',
    components: [
      { type: 'BODY', add_security_recommendation: true },
      { type: 'FOOTER', code_expiration_minutes: 5 },
      { type: 'BUTTONS', buttons: [otp] },
    ],
  };
  expect(await request(path, { token, json })).toMatchObject({ status: 200 });
  const start = 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code_expiration_minutes=5';
  const url = { type: 'URL', text: 'Copy code', url: `${start}&code=otp{{1}}` };
  expect((await request(path, { token })).json).toMatchObject({
    data: [
      {
        components: [
          { text: expect.stringMatching(/^\*\{\{1\}\}\* is your .+ security/), type: 'BODY' },
          { text: 'This code expires in 5 minutes.', code_expiration_minutes: 5 },
          { buttons: [{ ...url, example: [`${start}&code=otp123456`] }] },
        ],
      },
    ],
  });
});

test('states the number and the user ID that WhatsApp has for a recipient', async () => {
  const { send, account } = await openNumber();
  account.recipients.set(base.to, { waId: '551187654321', userId: 'BR.1' });
  const { json } = await send(text);
  expect(json).toMatchObject({
    contacts: [{ input: base.to, wa_id: '551187654321', user_id: 'BR.1' }],
  });
});

test('returns the phone numbers of an account in pages', async () => {
  const { simulator, account, token, graph } = await openNumber();
  const { ownerId, app } = account;
  const more = [1, 2].map(() => simulator.addAccount('whatsapp', { ownerId, app }).account.id);
  const read = async (query: string) =>
    (await request(`${graph}/${ownerId}/phone_numbers?${query}`, { token })).json;
  expect(await read('limit=2')).toMatchObject({
    data: [{ id: account.id }, { id: more[0] }],
    paging: { cursors: { after: more[0] }, next: expect.any(String) },
  });
  const last = await read(`limit=2&after=${more[0]}`);
  expect(last).toMatchObject({ data: [{ id: more[1] }] });
  expect(last).not.toHaveProperty('paging.next');
});
