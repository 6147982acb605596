import { http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMock, type Mock, MockError } from '../src/index.ts';
import { aText } from './requests.ts';

const current = '/api/v1/tenants/current';

function intercept(mock: Mock): void {
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledRequest: 'error' });
  onTestFinished(() => server.close());
}

/** MSW 3 lets no request through that is given up at once. */
async function seen(mock: Mock, count: number): Promise<void> {
  while (mock.tenants.current.calls.length < count) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('one handler per base URL serves the whole API through Mock Service Worker', async () => {
  const mock = createMock({ baseUrl: ['https://one.example', 'https://two.example'] });
  expect(mock.handlers).toHaveLength(2);
  intercept(mock);
  for (const origin of ['https://one.example', 'https://two.example']) {
    for (const prefix of ['/api', '/api/v1']) {
      const response = await fetch(`${origin}${prefix}/messages`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(aText(mock)),
      });
      expect(response.status).toBe(202);
      expect(response.headers.get('location')).toMatch(/^\/api\/v1\/messages\/msg_/);
    }
  }
  const unknown = await fetch('https://one.example/api/v1/nothing');
  expect(unknown.status).toBe(404);
});

test.each(['/', '/api', '/api/v1/'])('a base URL can end in %s, as in the SDK', async (end) => {
  const mock = createMock({ baseUrl: `https://three.example${end}` });
  intercept(mock);
  const headers = { authorization: `Bearer ${mock.apiKey}` };
  expect((await fetch(`https://three.example${current}`, { headers })).status).toBe(200);
});

test('faults reach the caller through Mock Service Worker', async () => {
  const mock = createMock();
  intercept(mock);
  const get = (signal?: AbortSignal) =>
    fetch(`http://localhost:3000${current}`, {
      headers: { 'x-api-key': mock.apiKey },
      ...(signal ? { signal } : {}),
    });
  mock.tenants.current.networkError().then.fail(503).then.badJson().then.hang().then.stallBody();
  await expect(get()).rejects.toThrow(TypeError);
  expect((await get()).status).toBe(503);
  await expect(get().then((response) => response.json())).rejects.toThrow(SyntaxError);
  const hanging = new AbortController();
  const hung = get(hanging.signal).catch((error: unknown) => error);
  await seen(mock, 4);
  hanging.abort();
  expect(await hung).toMatchObject({ name: 'AbortError' });
  const stalling = new AbortController();
  const response = await get(stalling.signal);
  const body = response.text().catch((error: unknown) => error);
  stalling.abort();
  expect(await body).toMatchObject({ name: 'AbortError' });
  expect((await get()).status).toBe(200);
});

test('fetch accepts strings, URLs and Requests, with any kind of body', async () => {
  const mock = createMock();
  const headers = { 'x-api-key': mock.apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'Ana' });
  const url = 'https://anywhere.example/api/contacts';
  const answers = await Promise.all([
    mock.fetch(url, { method: 'POST', headers, body }),
    mock.fetch(new URL(url), {
      method: 'post',
      headers: new Headers(headers),
      body: new Blob([body]),
    }),
    mock.fetch(url, { method: 'POST', headers: Object.entries(headers), body: Buffer.from(body) }),
    mock.fetch(new Request(url, { method: 'POST', headers, body })),
    mock.fetch(new Request(url, { headers }), { method: 'POST', body }),
    mock.fetch('/api/v1/contacts', { method: 'POST', headers, body: new Response(body).body }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  const text = await mock.fetch(url, {
    method: 'POST',
    headers: { 'x-api-key': mock.apiKey },
    body,
  });
  expect(text.status).toBe(415);
  const aborted = AbortSignal.abort(new Error('too late'));
  await expect(mock.fetch(url, { method: 'POST', headers, body, signal: aborted })).rejects.toThrow(
    'too late',
  );
  expect(mock.contacts.create.calls).toHaveLength(7);
});

test('fetch sends a form with its content type, and the name of a file in UTF-8', async () => {
  const mock = createMock();
  const form = new FormData();
  form.append('file', new Blob(['%PDF-1.7\n'], { type: 'application/pdf' }), 'Épico ”日本”.pdf');
  const response = await mock.fetch('/api/v1/media', {
    method: 'POST',
    headers: { 'x-api-key': mock.apiKey },
    body: form,
  });
  expect(await response.json()).toMatchObject({
    filename: 'Épico ”日本”.pdf',
    mimeType: 'application/pdf',
    sizeBytes: 9,
  });
});

test('fetch reads a Blob without `stream`, as jsdom has it, or says that it cannot', async () => {
  const mock = createMock();
  const { buffer } = new TextEncoder().encode('%PDF-1.7\n');
  const blob = { size: 9, type: 'application/pdf', [Symbol.toStringTag]: 'Blob' };
  const upload = (body: object) =>
    mock.fetch('/api/v1/media', {
      method: 'POST',
      headers: { 'x-api-key': mock.apiKey },
      body: body as Blob,
    });
  const response = await upload({ ...blob, arrayBuffer: async () => buffer });
  expect(await response.json()).toMatchObject({ mimeType: 'application/pdf', sizeBytes: 9 });
  await expect(upload(blob)).rejects.toThrow('use jsdom 28 or newer');
});

test.each(['ready', -1, 70_000, 1.5])('listen refuses the port %j', async (port) => {
  const listening = createMock().listen(port as number);
  await expect(listening).rejects.toThrow(MockError);
  await expect(listening).rejects.toThrow(/^listen: port is .*; expected 0 to 65535/);
});

test('listen serves the same tenants on a real port until it is closed', async () => {
  const mock = createMock();
  const { url, close } = await mock.listen();
  const get = () => fetch(`${url}${current}`, { headers: { 'x-api-key': mock.apiKey } });
  const response = await get();
  expect(await response.json()).toMatchObject({ id: mock.tenantId });
  mock.tenants.current.networkError().then.hang().then.stallBody();
  await expect(get()).rejects.toThrow('fetch failed');
  const hung = get().catch((error: unknown) => error);
  await seen(mock, 3);
  const stalled = await get();
  const body = stalled.text().catch((error: unknown) => error);
  await close();
  expect(await hung).toBeInstanceOf(TypeError);
  expect(await body).toBeInstanceOf(TypeError);
  await expect(get()).rejects.toThrow('fetch failed');
});

test('webhooks reach the address of a server when MSW passes requests to it', async () => {
  const mock = createMock();
  const server = setupServer(...mock.handlers);
  // The names of the option in MSW 2 and 3.
  const strict = { onUnhandledRequest: 'error', onUnhandledFrame: 'error' } as const;
  server.listen(strict);
  onTestFinished(() => server.close());
  // MSW prints the refused request.
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => printed.mockRestore());
  const { url, close } = await createMock().listen();
  onTestFinished(close);
  const event = await mock.webhooks.event('message.received');
  const statuses = async () => {
    const { attempts } = await mock.webhooks.deliver(event, `${url}/hooks`);
    return attempts.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([undefined]);
  server.use(http.all(`${url}/*`, () => passthrough()));
  expect(await statuses()).toEqual([404]);
});

test('a response can be delayed, and an aborted request does not wait for it', async () => {
  const mock = createMock({ latencyMs: 60_000 });
  const controller = new AbortController();
  const pending = mock.fetch(current, {
    headers: { 'x-api-key': mock.apiKey },
    signal: controller.signal,
  });
  controller.abort(new Error('enough'));
  await expect(pending).rejects.toThrow('enough');
});
