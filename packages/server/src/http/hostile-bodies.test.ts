import { openApiDocument } from '@parley/contract/openapi';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { expectShortHold } from '../../../../scripts/test/expect-short-hold.ts';
import { seed } from '../../../../scripts/test/seed.ts';
import { createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';

// A body of the largest allowed size may contain anything. None may block other requests, or take longer to handle than
// to read.

const bytes = 1_000_000;
const holdMs = 250;
const tries = 3;

const server = serverOfTests(() => startQuiet('SQLite'));
let scene: Scene;
beforeAll(async () => {
  scene = await createScene(server);
});

const repeated = <T>(item: T, length: number): T[] => Array.from({ length }, () => item);
const keyed = (count: number, keyOf: (n: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [keyOf(n), 'a']));
const deep = (levels: number): unknown => (levels === 0 ? [] : [deep(levels - 1)]);

/** Bodies that are nearly as large as allowed, or have nearly as many values as allowed. */
const shapes: Readonly<Record<string, () => unknown>> = {
  'one letter': () => 'x'.repeat(bytes),
  blanks: () => ' '.repeat(bytes),
  'blanks and digits': () => `+1${'1 '.repeat(bytes / 2)}x`,
  'parts of an address': () => `${'a.'.repeat(bytes / 2)}@`,
  'parts of a URL': () => `https://${'a/'.repeat(bytes / 2)}#`,
  'letters that grow': () => 'ﷺ'.repeat(bytes / 3),
  numbers: () => repeated(0, bytes / 2),
  'the most numbers': () => repeated(0, 14_900),
  'empty objects': () => repeated({}, 14_900),
  'short texts': () => Array.from({ length: 14_900 }, (_, n) => `a${n}`),
  'deep arrays': () => repeated(deep(20), 700),
  'objects of many fields': () =>
    repeated(
      keyed(990, (n) => `k${n}`),
      14,
    ),
  'numbered fields': () => keyed(990, (n) => String(1_000_000 + n)),
  'named fields': () => keyed(990, (n) => `name${n}`),
};

interface Place {
  readonly request: string;
  readonly path: string;
  with(value: unknown): unknown;
}

const places = bodies().flatMap(({ request, body }) => placesIn(request, body));
const hostile = fc.record({
  place: fc.constantFrom(...places),
  shape: fc.constantFrom(...Object.keys(shapes)),
});

test('no body blocks other requests', async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async ({ place, shape }) => {
      const body = place.with(shapes[shape]?.());
      const send = () => answered(place.request, body);
      await expectShortHold(send, { tries, mostMs: holdMs });
    }),
    { seed, numRuns: 100, examples: [[{ place: variables(), shape: 'numbered fields' }]] },
  );
});

test.each([
  ['levels', `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`],
  ['small objects', `[${'{"a":{}},'.repeat(bytes / 10)}0]`],
  ['fields', JSON.stringify(keyed(bytes / 20, (n) => `name${n}`))],
])('hundreds of thousands of %s in a body do not block other requests', async (_, body) => {
  const headers = { authorization: `Bearer ${scene.apiKey}`, 'content-type': 'application/json' };
  const send = async () => {
    const url = `${server.baseUrl}/api/v1/contacts`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect([answer.status, (await answer.json()).error.code]).toEqual([400, 'SVC-VALIDATION']);
  };
  await expectShortHold(send, { tries, mostMs: 50 });
});

async function answered(request: string, body: unknown): Promise<void> {
  const answer = await scene.call(request, body);
  expect(answer.status).toBeLessThan(500);
  expect(JSON.stringify(answer.json).length).toBeLessThan(bytes * 2);
}

/** Returns the place of a template's variables, which may have any names. */
function variables(): Place {
  const message = bodies().find(({ request }) => request === 'POST /messages');
  const body = {
    ...(message?.body as object),
    type: 'template',
    template: { name: 'hello', language: 'en', variables: {} },
  };
  const found = placesIn('POST /messages', body).find(({ path }) => path === 'template.variables');
  if (!found) throw new Error('a template has no variables');
  return found;
}

function bodies(): { request: string; body: unknown }[] {
  const { paths, components } = openApiDocument() as unknown as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, Media> } }>>;
    components: { examples: Record<string, { value: unknown }> };
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const media = requestBody?.content['application/json'];
      return Object.values(media?.examples ?? {}).map(({ $ref = '' }) => ({
        request: `${method.toUpperCase()} ${path.replace('{id}', 'none')}`,
        body: components.examples[$ref.split('/').at(-1) ?? '']?.value,
      }));
    }),
  );
}

interface Media {
  readonly examples?: Record<string, { $ref?: string }>;
}

function placesIn(
  request: string,
  body: unknown,
  path = '',
  put: Place['with'] = (it) => it,
): Place[] {
  const here = path === '' ? [] : [{ request, path, with: put }];
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return here;
  return [
    ...here,
    ...Object.entries(body).flatMap(([key, item]) =>
      placesIn(request, item, path === '' ? key : `${path}.${key}`, (value) =>
        put({ ...body, [key]: value }),
      ),
    ),
  ];
}
