import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { knowledgeLimits } from '@parley/contract/schemas';
import { describe, expect, onTestFinished, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import {
  aFetchedSource,
  aPage,
  createKnowledgeScene,
  startFetching,
} from '../../test/knowledge-scene.ts';
import { receiver } from '../../test/receivers.ts';
import { drain, makeDue } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { startServer } from '../../test/start-server.ts';
import { knowledgeSourcesTable } from './table.ts';

const html = { type: 'text/html; charset=utf-8' };

describe.each(targets)('sources of type url on %s', (target) => {
  const server = serverOfTests(() => startFetching(target));

  test('fetches a page in the background and finds its visible text', async () => {
    const scene = await createKnowledgeScene(server);
    const body = `<title> Delivery &amp; returns </title><nav>Home Imprint</nav>
      <main><h1>Delivery</h1><p>Parcels arrive in two days.</p></main><footer>Cookies</footer>`;
    const page = await aPage(server, { ...html, body });
    const created = await scene.source({ type: 'url', url: page.url });
    const none = { status: 'processing', checksum: null, chunkCount: 0, indexedAt: null };
    expect(created).toMatchObject({ ...none, title: page.url, url: page.url });
    expect(page.requests).toBe(0);
    expect((await scene.read(created.id)).content).toBeNull();
    await drain(server);
    const source = await scene.read(created.id);
    expect(source).toMatchObject({
      status: 'ready',
      title: 'Delivery & returns',
      content: body,
      charCount: 'DeliveryParcels arrive in two days.'.length,
    });
    expect(await scene.findSources('parcels returns')).toMatchObject([{ id: source.id }]);
    for (const word of ['imprint', 'cookies']) expect(await scene.findSources(word)).toEqual([]);
    expect(await scene.events()).toEqual([
      'knowledge_source.created',
      'knowledge_source.ready title status chunkCount charCount checksum indexedAt',
    ]);
  });

  test('indexes a page with NUL and invalid UTF-8', async () => {
    const scene = await createKnowledgeScene(server);
    const { source } = await aFetchedSource(server, scene, { body: 'A\0 lantern \ufffd here' });
    expect(source).toMatchObject({ status: 'ready', content: 'A lantern \ufffd here' });
    expect(await scene.findSources('lantern')).toHaveLength(1);
  });

  test('tries an unreachable page four times', async () => {
    const scene = await createKnowledgeScene(server);
    const page = await aPage(server, { status: 503 });
    const { id } = await scene.source({ type: 'url', url: page.url });
    for (const requests of [1, 2, 3]) {
      await drain(server);
      expect(page.requests).toBe(requests);
      expect((await scene.read(id)).status).toBe('processing');
      await makeDue(server);
    }
    await drain(server);
    const source = await scene.read(id);
    expect(source).toMatchObject({ status: 'failed', error: { code: 'http_status' } });
    expect(source.error?.message).toContain('503');
    await makeDue(server);
    await drain(server);
    expect(page.requests).toBe(4);
    Object.assign(page, { status: 200, body: 'About lanterns.' });
    await scene.call(`POST /knowledge/sources/${id}/reindex`);
    await drain(server);
    expect(await scene.read(id)).toMatchObject({ status: 'ready', error: null });
  });

  // Both databases store what becomes of a page in the same statements as above.
  if (target === 'Postgres') return;

  test('uses the first heading of a page as title if the page has none', async () => {
    const scene = await createKnowledgeScene(server);
    const body = 'Call us.\n\n# Opening hours\n\nAt nine.';
    const { source } = await aFetchedSource(server, scene, { type: 'text/markdown', body });
    expect(source).toMatchObject({ title: 'Opening hours', status: 'ready' });
  });

  test('detects Markdown by content type or file name, and keeps a given title', async () => {
    const scene = await createKnowledgeScene(server);
    const body = '# Returns\n\nWithin **thirty** days.';
    const { source } = await aFetchedSource(
      server,
      scene,
      { type: 'text/markdown', body },
      { title: 'Mine' },
    );
    expect(source).toMatchObject({ title: 'Mine', status: 'ready' });
    const [found] = await scene.findSources('thirty');
    expect(found?.snippets[0]).toMatchObject({
      headings: ['Returns'],
      text: 'Within thirty days.',
    });
    const { source: plain } = await aFetchedSource(server, scene, {
      type: 'text/plain',
      body: 'A # sign.',
    });
    expect(plain).toMatchObject({ status: 'ready', title: plain.url });
  });

  test.each([
    ['a picture', { type: 'image/png', body: 'x' }, 'content_unsupported'],
    ['JSON', { type: 'application/json', body: '{}' }, 'content_unsupported'],
    ['no text', { ...html, body: ' \n ' }, 'content_empty'],
    ['a page of scripts', { ...html, body: '<script>draw()</script>' }, 'content_empty'],
    ['a page too long', { body: 'x'.repeat(knowledgeLimits.content + 1) }, 'content_too_large'],
    ['a page much too long', { body: 'x'.repeat(2_000_001) }, 'content_too_large'],
    ['nothing', { status: 404, body: 'x' }, 'http_status'],
    [
      'a redirect into the network',
      { status: 302, location: 'http://10.0.0.1/' },
      'address_not_allowed',
    ],
    [
      'a redirect to the metadata of a cloud',
      { status: 301, location: 'http://169.254.169.254/latest' },
      'address_not_allowed',
    ],
    [
      'a redirect to another protocol',
      { status: 302, location: 'file:///etc/passwd' },
      'address_not_allowed',
    ],
  ] as const)('%s fails at once with its reason', async (_title, served, code) => {
    const scene = await createKnowledgeScene(server);
    const { source, page } = await aFetchedSource(server, scene, served);
    expect(source).toMatchObject({
      status: 'failed',
      error: { code },
      content: null,
      chunkCount: 0,
    });
    expect(source.error?.message).toMatch(/\w/);
    expect(page.requests).toBe(1);
    expect(await scene.events()).toEqual([
      'knowledge_source.created',
      'knowledge_source.failed status error',
    ]);
  });

  test('a page with a Content-Encoding is decoded, or refused: its bytes are never indexed', async () => {
    const scene = await createKnowledgeScene(server);
    const text = 'A lantern for the garden.';
    const bomb = Buffer.alloc(5_000_000, 'lantern ');
    const decoded: Record<string, readonly [string | string[], Buffer]> = {
      gzip: ['gzip', gzipSync(text)],
      upper: ['GZIP', gzipSync(text)],
      old: ['x-gzip', gzipSync(text)],
      deflate: ['deflate', deflateSync(text)],
      br: ['br', brotliCompressSync(text)],
      none: ['identity', Buffer.from(text)],
    };
    const refused: typeof decoded = {
      unknown: ['zstd', Buffer.from(text)],
      double: ['gzip, br', brotliCompressSync(gzipSync(text))],
      twice: [['gzip', 'gzip'], gzipSync(gzipSync(text))],
      plain: ['gzip', Buffer.from(text)],
      short: ['gzip', gzipSync(text).subarray(0, -9)],
      other: ['br', gzipSync(text)],
      bomb: ['gzip', gzipSync(bomb)],
      deflateBomb: ['deflate', deflateSync(bomb)],
      brBomb: ['br', brotliCompressSync(bomb, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    };
    const pages = { ...decoded, ...refused };
    const url = await receiver((req, res) => {
      const [encoding, body] = pages[req.url?.slice(1) ?? ''] ?? ['', Buffer.of()];
      res.setHeader('content-type', 'text/plain').setHeader('content-encoding', encoding).end(body);
    });
    const sources = new Map<string, string>();
    for (const name of Object.keys(pages)) {
      sources.set(name, (await scene.source({ type: 'url', url: `${url}/${name}` })).id);
    }
    // Some failures are retried three times.
    for (let turn = 0; turn < 4; turn += 1) {
      await makeDue(server);
      await drain(server);
    }
    for (const [name, id] of sources) {
      const { status, content, chunkCount, error } = await scene.read(id);
      const [want, reason] = name in decoded ? [text, undefined] : [null, expect.any(String)];
      expect([name, status, content, chunkCount > 0, error?.code]).toEqual([
        ...[name, want === null ? 'failed' : 'ready', want, want !== null],
        /bomb/i.test(name) ? 'content_too_large' : reason,
      ]);
    }
    const found = await scene.findSources('lantern', '&limit=50');
    expect(found).toHaveLength(Object.keys(decoded).length);
  });

  test.each([
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'https://192.168.0.1:8443/',
    'http://8.8.8.8:22/',
  ])('%s is not fetched', async (url) => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'url', url });
    await drain(server);
    const { status, error } = await scene.read(id);
    expect([status, error?.code]).toEqual(['failed', 'address_not_allowed']);
  });

  test('an unresolvable name fails after its attempts', async () => {
    const scene = await createKnowledgeScene(server);
    const { id } = await scene.source({ type: 'url', url: 'https://nobody.example.invalid/' });
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await drain(server);
      await makeDue(server);
    }
    expect(await scene.read(id)).toMatchObject({
      status: 'failed',
      error: { code: 'name_not_resolved' },
    });
  });
});

test('a server with fetching disabled refuses requests that need a fetch, and accepts others', async () => {
  const server = await startServer('SQLite', { env: { PARLEY_WORKER: 'off' } });
  onTestFinished(() => server.close());
  const scene = await createKnowledgeScene(server);
  const row = await scene.source({ type: 'text', title: 'Light', content: 'About lanterns.' });
  const url = 'https://shop.example.com/';
  // Simulates a source that was created while pages could be fetched.
  await scene.ctx.db.update(knowledgeSourcesTable, { id: row.id }, { type: 'url', url });
  const path = `/knowledge/sources/${row.id}`;
  const details = async (request: string, body?: object) =>
    ((await scene.call(request, body)).json as { error: { details: unknown } }).error.details;
  const rule = 'url_sources_disabled';
  expect(await details(`POST ${path}/reindex`)).toEqual({ rule, field: 'type' });
  const moved = { url: `${url}other` };
  expect(await details(`PATCH ${path}`, moved)).toEqual({ rule, field: 'url' });
  const body = { type: 'url', url };
  expect(await details('POST /knowledge/sources', body)).toEqual({ rule, field: 'type' });
  expect((await scene.call(`PATCH ${path}`, { url, title: 'Lamps' })).status).toBe(200);
  expect(await scene.findSources('lamps')).toHaveLength(1);
});
