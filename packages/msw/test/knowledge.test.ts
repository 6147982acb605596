import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMock, type Mock, MockError } from '../src/index.ts';
import { sha256 } from '../src/sha256.ts';
import { noon } from './receivers.ts';
import { codeOf, request } from './requests.ts';

const help = 'https://shop.example.com/help';
const page = '<title>Help</title><nav>Home</nav><main><h1>Hours</h1><p>Open at nine.</p></main>';
const long = 'All kinds of things. '.repeat(2_500);

test.each([help, `${help}#hours`])('settle fetches %s and uses its title', async (url) => {
  const mock = createMock({ urlSources: { [help]: page } });
  const made = await addPage(mock, url);
  expect(made).toMatchObject({ status: 'processing', title: url, checksum: null });
  await mock.settle();
  const source = await read(mock, made);
  expect(source).toMatchObject({ status: 'ready', title: 'Help', content: page });
  const found = await request(mock, 'GET /knowledge/sources?q=open');
  expect(found.json['data']).toMatchObject([
    { id: made['id'], snippets: [{ text: 'Open at nine.', headings: ['Hours'] }] },
  ]);
});

test('the URL or the content type decides the format of a page', async () => {
  const markdown = '# Hours\n\nOpen at **nine**.';
  const texts = createMock({ urlSources: { [`${help}.md`]: markdown, [`${help}.txt`]: markdown } });
  expect(await firstChunk(texts, `${help}.md`)).toBe('Open at nine.');
  expect(await firstChunk(texts, `${help}.txt`)).toContain('# Hours');
  const headers = { 'content-type': 'text/markdown; charset=utf-8' };
  const site = createMock({ urlSources: () => new Response(markdown, { headers }) });
  expect(await firstChunk(site, help)).toBe('Open at nine.');
});

test('a page without a title gets its first heading as title', async () => {
  for (const [url, text] of [
    [`${help}.md`, 'Call us.\n\n# Opening hours\n\nAt nine.'],
    [help, '<p>Call us.</p><h2>Opening hours</h2><p>At nine.</p>'],
  ] as const) {
    const mock = createMock({ urlSources: { [url]: text } });
    const made = await addPage(mock, url);
    await mock.settle();
    expect(await read(mock, made)).toMatchObject({ status: 'ready', title: 'Opening hours' });
  }
});

const html = { 'content-type': 'text/html' };

test('reads a page in the charset of its meta element', async () => {
  const page = Buffer.from('<meta charset=iso-8859-1><p>Devolução grátis</p>', 'latin1');
  const site = createMock({ urlSources: () => new Response(page, { headers: html }) });
  expect(await firstChunk(site, help)).toBe('Devolução grátis');
});

test.each([
  ['another URL', { 'https://elsewhere.example.com/': page }, 'http_status'],
  ['an answer 404', () => new Response('', { status: 404 }), 'http_status'],
  [
    'a picture',
    () => new Response('x', { headers: { 'content-type': 'image/png' } }),
    'content_unsupported',
  ],
  ['no text', () => new Response('<br>', { headers: html }), 'content_empty'],
  ['nothing', () => new Response('', { headers: html }), 'content_empty'],
  [
    '500,001 characters',
    () => new Response('x'.repeat(500_001), { headers: html }),
    'content_too_large',
  ],
  ['a host that nobody knows', refuse('ENOTFOUND'), 'name_not_resolved'],
  ['a host that refuses', refuse('ECONNREFUSED'), 'connection_refused'],
])('%s fails the source with a reason', async (_, urlSources, code) => {
  const mock = createMock({ urlSources });
  const made = await addPage(mock, help);
  await mock.settle();
  const error = { code, message: expect.any(String) };
  expect(await read(mock, made)).toMatchObject({ status: 'failed', error, content: null });
  expect(mock.webhooks.recorded.map(({ type }) => type)).toEqual([
    'knowledge_source.created',
    'knowledge_source.failed',
  ]);
});

test('does not fetch a page from a private address', async () => {
  const mock = createMock({ urlSources: () => new Response(page, { headers: html }) });
  const made = await addPage(mock, 'http://169.254.169.254/latest/meta-data');
  await mock.settle();
  const error = { code: 'address_not_allowed' };
  expect(await read(mock, made)).toMatchObject({ status: 'failed', error });
});

test('retries an unreachable site', async () => {
  let asked = 0;
  const urlSources = () => {
    asked += 1;
    return new Response(page, { status: asked < 3 ? 503 : 200, headers: html });
  };
  const mock = createMock({ urlSources });
  const made = await addPage(mock, help);
  await mock.settle();
  expect(await read(mock, made)).toMatchObject({ status: 'ready' });
  expect(asked).toBe(3);
});

test('an unreachable site keeps the indexed text searchable', async () => {
  let status = 200;
  const urlSources = () => new Response(page, { status, headers: html });
  const mock = createMock({ urlSources });
  const made = await addPage(mock, help);
  await mock.settle();
  const refetch = async (answered: number) => {
    status = answered;
    await request(mock, `POST /knowledge/sources/${made['id']}/reindex`);
    await mock.settle();
    const { json } = await request(mock, 'GET /knowledge/sources?q=nine');
    return [await read(mock, made), (json['data'] as unknown[]).length];
  };
  const error = { code: 'http_status' };
  expect(await refetch(503)).toMatchObject([{ status: 'ready', error, chunkCount: 1 }, 1]);
  expect(mock.webhooks.recorded.at(-1)?.type).toBe('knowledge_source.failed');
  expect(await refetch(404)).toMatchObject([{ status: 'failed', error }, 0]);
  expect(await refetch(503)).toMatchObject([{ status: 'failed', error }, 0]);
  expect(await refetch(200)).toMatchObject([{ status: 'ready', error: null }, 1]);
});

test('a slow page is indexed by a later request, without settle', async () => {
  const urlSources = async () => new Response(page, { headers: html });
  const mock = createMock({ urlSources, now: noon });
  const made = await addPage(mock, help);
  mock.clock.advance(10);
  await expect.poll(() => read(mock, made)).toMatchObject({ status: 'ready' });
});

test('a new URL replaces the previous page, which stays searchable until then', async () => {
  const other = 'https://shop.example.com/new';
  const urlSources = { [help]: page, [other]: page.replace('nine', 'ten') };
  const mock = createMock({ now: noon, urlSources });
  const made = await addPage(mock, help);
  await mock.settle();
  const moved = await request(mock, `PATCH /knowledge/sources/${made['id']}`, {
    body: { url: other },
  });
  expect(moved.json).toMatchObject({ status: 'processing', url: other });
  const idsOf = async (q: string) => {
    const { json } = await request(mock, `GET /knowledge/sources?q=${q}`);
    return (json['data'] as { id: string }[]).map(({ id }) => id);
  };
  expect([await idsOf('nine'), await idsOf('ten')]).toEqual([[made['id']], []]);
  await mock.settle();
  expect([await idsOf('nine'), await idsOf('ten')]).toEqual([[], [made['id']]]);
});

test('a long source is indexed as the mock clock advances, but not while the sandbox is paused', async () => {
  const mock = createMock({ now: noon });
  const body = { type: 'text', title: 'Long', content: long };
  const { json: made } = await request(mock, 'POST /knowledge/sources', { body });
  expect(made).toMatchObject({ status: 'processing', chunkCount: 0 });
  mock.clock.advance(9);
  expect(await read(mock, made)).toMatchObject({ status: 'processing' });
  mock.sandbox.pause();
  mock.clock.advance(60_000);
  expect(await read(mock, made)).toMatchObject({ status: 'processing' });
  mock.sandbox.resume();
  expect(await read(mock, made)).toMatchObject({ status: 'ready', error: null });
});

test('indexes only the newer of two changes', async () => {
  const mock = createMock({ now: noon });
  const body = { type: 'text', title: 'Long', content: long };
  const { json: made } = await request(mock, 'POST /knowledge/sources', { body });
  const content = `${long} And a zebra.`;
  await request(mock, `PATCH /knowledge/sources/${made['id']}`, { body: { content } });
  await mock.settle();
  const ready = mock.webhooks.recorded.filter(({ type }) => type === 'knowledge_source.ready');
  expect(ready).toHaveLength(1);
  expect(await read(mock, made)).toMatchObject({ status: 'ready', checksum: sha256(content) });
});

test('a source deleted during indexing stays deleted', async () => {
  const mock = createMock({ now: noon });
  const body = { type: 'text', title: 'Long', content: long };
  const { json: made } = await request(mock, 'POST /knowledge/sources', { body });
  await request(mock, `DELETE /knowledge/sources/${made['id']}`);
  await mock.settle();
  const last = mock.webhooks.recorded.at(-1);
  expect(last?.type).toBe('knowledge_source.deleted');
});

test('seeded sources are searchable, distinct, and record no events', async () => {
  const mock = createMock();
  const [source, other] = mock.seed.knowledgeSources(2, { tags: ['seed'] });
  const [faq] = mock.seed.knowledgeFaqs(1, { question: 'Where is my parcel?' });
  expect(source).toMatchObject({ status: 'ready', type: 'markdown', tags: ['seed'] });
  expect(other.title).not.toBe(source.title);
  const sources = await request(mock, 'GET /knowledge/sources?q=delivery');
  expect(sources.json['data']).toHaveLength(2);
  const faqs = await request(mock, 'GET /knowledge/faqs?q=where+is+my+parcel');
  expect(faqs.json['data']).toMatchObject([{ id: faq.id, confidence: 'exact' }]);
  expect(mock.webhooks.recorded).toEqual([]);
  expect(() => mock.seed.knowledgeFaqs(1, { question: 'where is my PARCEL' })).toThrow(MockError);
  expect(() => mock.seed.knowledgeSources(1, { type: 'url', url: help })).toThrow(MockError);
});

test('an event contains the stored record of the given id', async () => {
  const mock = createMock({ now: noon });
  const [source] = mock.seed.knowledgeSources(1, { content: long });
  const [faq] = mock.seed.knowledgeFaqs(1);
  const ready = await mock.webhooks.event('knowledge_source.ready', { id: source.id });
  expect(ready.event).toMatchObject({
    actor: { type: 'system' },
    subject: { type: 'knowledge_source', id: source.id },
    data: { object: { title: source.title, status: 'ready' }, previous: { status: 'processing' } },
  });
  const deleted = await mock.webhooks.event('knowledge_faq.deleted', { id: faq.id });
  expect(deleted.event.data).toMatchObject({ object: { question: faq.question }, previous: null });
});

test('reset removes all records and index entries', async () => {
  const mock = createMock();
  mock.seed.knowledgeFaqs(3);
  mock.reset();
  expect((await request(mock, 'GET /knowledge/faqs')).json['data']).toEqual([]);
  expect((await request(mock, 'GET /knowledge/faqs?q=question')).json['data']).toEqual([]);
});

test('accepts a body of 4 MB and refuses one byte more', async () => {
  const mock = createMock();
  const body = { type: 'text', title: 'Long', content: '' };
  const room = 4_194_304 - JSON.stringify(body).length;
  const send = (length: number) =>
    request(mock, 'POST /knowledge/sources', { body: { ...body, content: 'x'.repeat(length) } });
  expect(codeOf(await send(room + 1))).toBe('SVC-PAYLOAD-TOO-LARGE');
  expect(codeOf(await send(room))).toBe('SVC-VALIDATION');
  expect((await send(500_000)).status).toBe(201);
});

test('a checksum is the SHA-256 of the content, whatever its length', () => {
  const texts = Array.from({ length: 200 }, (_, length) => 'é😀x'.repeat(length).slice(0, length));
  for (const text of texts) {
    expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
  }
});

function refuse(code: string) {
  return () => Promise.reject(Object.assign(new Error(code), { code }));
}

async function addPage(mock: Mock, url: string): Promise<Record<string, unknown>> {
  return (await request(mock, 'POST /knowledge/sources', { body: { type: 'url', url } })).json;
}

async function read(mock: Mock, { id }: Record<string, unknown>) {
  return (await request(mock, `GET /knowledge/sources/${id}`)).json;
}

async function firstChunk(mock: Mock, url: string): Promise<unknown> {
  const { id } = await addPage(mock, url);
  await mock.settle();
  const { json } = await request(mock, `GET /knowledge/sources/${id}/chunks`);
  return (json['data'] as { text: string }[])[0]?.text;
}
