import { expect, onTestFinished, test } from 'vitest';
import { aProvider, type ProviderAnswer, vectors } from '../../test/embeddings-provider.ts';
import { closedPort, rawReceiver } from '../../test/receivers.ts';
import { createHttpEmbedder, type Provider } from './http-embedder.ts';

const model = 'all-minilm';

function embedderAt(url: string, more: Partial<Provider> = {}) {
  const embedder = createHttpEmbedder({ url, model, ...more });
  onTestFinished(() => embedder.close());
  return embedder;
}

async function embedderOf(answer: ProviderAnswer) {
  const { url } = await aProvider(() => answer);
  return embedderAt(url);
}

const floats = (...rows: number[][]) => rows.map((row) => Float32Array.from(row));
const data = (...items: unknown[]) => ({ body: { data: items } });

test('sends all texts in one request with the model only', async () => {
  const { url, requests } = await aProvider(() =>
    vectors([
      [1, 2],
      [3, 4],
    ]),
  );
  const embedder = embedderAt(url, { key: 'sk-1' });
  expect(await embedder.embed(['a', 'b 😀'])).toEqual(floats([1, 2], [3, 4]));
  expect(requests).toEqual([
    {
      path: '/v1/embeddings',
      model,
      input: ['a', 'b 😀'],
      headers: expect.objectContaining({ authorization: 'Bearer sk-1' }),
    },
  ]);
});

test('sends no Authorization header without a key', async () => {
  const { url, requests } = await aProvider(() => vectors([[1]]));
  await embedderAt(url).embed(['a']);
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
});

test('handles a trailing slash and a query in the base URL', async () => {
  const { url, requests } = await aProvider(() => vectors([[1]]));
  await embedderAt(`${url}/?api-version=1`).embed(['a']);
  expect(requests[0]?.path).toBe('/v1/embeddings?api-version=1');
});

test('matches vectors to texts by index, or by order without indexes', async () => {
  const numbered = await embedderOf(
    data({ index: 1, embedding: [2] }, { index: 0, embedding: [1] }),
  );
  expect(await numbered.embed(['a', 'b'])).toEqual(floats([1], [2]));
  const plain = await embedderOf(data({ embedding: [1] }, { embedding: [2] }));
  expect(await plain.embed(['a', 'b'])).toEqual(floats([1], [2]));
});

test.each<[string, ProviderAnswer, RegExp]>([
  ['no JSON', { body: '<html>' }, /no vectors/],
  ['NaN, as Python writes it', { body: '{"data":[{"embedding":[NaN]}]}' }, /no vectors/],
  ['nothing', { body: '' }, /no vectors/],
  ['null for a vector', data({ index: 0, embedding: null }), /no vectors/],
  ['null in a vector', data({ index: 0, embedding: [1, null] }), /no vectors/],
  ['an empty vector', data({ index: 0, embedding: [] }), /no vectors/],
  ['base64', data({ index: 0, embedding: 'AACAPw==' }), /no vectors/],
  ['a bare list', { body: [[1]] }, /no vectors/],
  ['too few', data(), /0 vectors came for 1 texts/],
  ['too many', vectors([[1], [2]]), /2 vectors came for 1 texts/],
  ['very many objects', data(...Array(1e5).fill({})), /100000 vectors came for 1 texts/],
  ['a long vector of nulls', data({ index: 0, embedding: Array(1e6).fill(null) }), /no vectors/],
  ['a number that no text has', data({ index: 7, embedding: [1] }), /not numbered/],
  ['an error', { status: 500, body: { error: 'sk-1' } }, /^status 500$/],
  ['a redirect', { status: 307, headers: { location: '/' }, body: '' }, /^status 307$/],
  ['more than is read', { body: ' '.repeat(9 * 1_048_576) }, /too long/],
])('refuses a response with %s', async (_what, answer, message) => {
  const embedder = await embedderOf(answer);
  await expect(embedder.embed(['a'])).rejects.toThrow(message);
});

test('refuses a response with a duplicate index', async () => {
  const embedder = await embedderOf(
    data({ index: 0, embedding: [1] }, { index: 0, embedding: [2] }),
  );
  await expect(embedder.embed(['a', 'b'])).rejects.toThrow(/not numbered/);
});

test('reports the wait that a refusal requests', async () => {
  const embedder = await embedderOf({ status: 429, headers: { 'retry-after': '7' }, body: '' });
  await expect(embedder.embed(['a'])).rejects.toMatchObject({
    message: 'status 429',
    retryAfterSeconds: 7,
  });
});

test('reports an unreachable provider as its own kind of failure', async () => {
  await expect(embedderAt(await closedPort()).embed(['a'])).rejects.toThrow('connection_refused');
});

test('retries a closed connection once', async () => {
  let connections = 0;
  const url = await rawReceiver((socket) => {
    connections += 1;
    socket.once('data', () => socket.destroy());
  });
  await expect(embedderAt(url).embed(['a'])).rejects.toThrow('connection_failed');
  expect(connections).toBe(2);
});
