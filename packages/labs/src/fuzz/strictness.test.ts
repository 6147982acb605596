import { join } from 'node:path';
import { contract } from '@parley/contract';
import { checkJson, toIssues } from '@parley/contract/schemas';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../../scripts/test/seed.ts';
import { Document } from './document.ts';
import { isForeseeable } from './foreseeable.ts';
import { hostileTexts } from './hostile.ts';
import { Judge } from './judge.ts';
import { isObject, Requests } from './requests.ts';

// For a client that checks its requests against the document: the document predicts every 400 that a schema can
// express, and it refuses no request that the server accepts.

const file = join(import.meta.dirname, '../../../../docs/reference/openapi.json');
const document = new Document(file);
const judge = new Judge(document);
const withBody = document.operations.filter(({ examples }) => examples.length > 0);

const manyKeys = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, 'v']));
const hostile = [
  ...['', ' ', '\n', 'x', 'x'.repeat(600_000), '+', '+0123456', 'http://', 'https://a/#b'],
  ...['ftp://a'],
  ...[-1, 0.5, 1e308, true, null, [], ['', ' '], {}, manyKeys, { '': 'v' }],
  ...[{ host: 'v', Cookie: '' }],
];

/** Values for the fields whose schemas are difficult to write. */
const fields = [
  ...['+5511999990321', ' (+55) 11-99999.0321 ', '+0511999990321', '+55119999903210000'],
  ...[
    '＋８１（９０）１２３４－５６７８',
    '＋０８１９０',
    '+81901234567８．００',
    '+551199999032.0',
    '+81901234567²',
  ],
  ...['55119999903'],
  ...['https://example.com', 'HTTPS://Example.com:8443/a?b', 'https://a:b@example.com'],
  ...['https://@a'],
  ...['https:///a', 'https:a', 'https://a b', 'https://a\\b', 'https://[::1]/', 'https://[::1'],
  ...[' https://a '],
  ...['https://a/b c', 'https://a/\n', 'https://a:99999', 'https://a:port', 'https://a|b'],
  ...['https://ä.example'],
  ...['message.*', 'message.sent', '*', 'message.', 'message.sent.*', 'Message.sent', 'contact.*x'],
  ...['pt', 'pt-BR', 'pt_BR', 'p', 'pt-', `pt${'-abcdefgh'.repeat(3)}`],
  ...[`pt${'-abcdefgh'.repeat(4)}`],
  ...['UTC', 'America/Sao_Paulo', 'america/sao_paulo', '+05:30', 'UTC+1', 'Mars/X', 'a b', '../x'],
  ...['a@example.com', 'a@', '\u00a0', '\ufeff', ' a ', 'x'.repeat(36), 'x'.repeat(65)],
  ...['x'.repeat(256)],
  ...[0, 9_999, 10_000, 2 ** 53, 1e21, Array(51).fill('x'), Array(101).fill('*'), [{}], [null]],
  ...[[{ type: 'body', index: 1e21 }]],
  ...[[{ type: 'body', parameters: Array(51).fill({ type: 'a' }) }]],
];

test.each(withBody.map((operation) => [operation.id, operation] as const))(
  'the document and the server accept the same bodies of %s',
  (id, operation) => {
    const drawn = fc
      .sample(new Requests(document).of(operation), { seed, numRuns: 150 })
      .flatMap(({ body }) => (isObject(body) ? [{ what: 'drawn', body }] : []));
    const placed = operation.examples
      .flatMap((example) => placesIn(example))
      .flatMap(({ path, put }) =>
        [...hostile, ...fields].map((value) => ({ what: path, body: put(value) })),
      );
    const judged = [...drawn, ...placed].map(({ what, body }) => {
      const fault = differenceOf(judge.accepts(operation, body), contentOf(id).body, body, 'body');
      return fault && `${fault}: ${what} of ${JSON.stringify(body).slice(0, 200)}`;
    });
    expect(judged.filter(Boolean).slice(0, 5)).toEqual([]);
  },
);

const parameters = document.operations.flatMap((operation) =>
  operation.parameters
    .filter((parameter) => parameter.in === 'query' && contentOf(operation.id).query)
    .map((parameter) => [operation.id, parameter.name, parameter] as const),
);

test.each(parameters)(
  'the document and the server accept the same values of %s %s',
  (id, name, parameter) => {
    const texts = [...hostile, ...fields].filter((value) => typeof value === 'string');
    const drawn = fc.sample(hostileTexts, { seed, numRuns: 100 });
    const numbers = [
      ...['0', '1', '50', '51', '100', '101', '-1', '0.5', '.5', '1e1', '2', 'true', 'false'],
    ];
    const judged = [...texts, ...drawn, ...numbers].map((text) => {
      const isAccepted = judge.acceptsParameter(parameter, text);
      const fault = differenceOf(isAccepted, contentOf(id).query, { [name]: text }, 'query');
      return fault && `${fault}: ${JSON.stringify(text).slice(0, 80)}`;
    });
    expect(judged.filter(Boolean).slice(0, 5)).toEqual([]);
  },
);

/** Returns how server and document disagree about a value; undefined if they agree. */
function differenceOf(
  isAccepted: boolean,
  schema: Parser | undefined,
  value: unknown,
  part: 'body' | 'query',
): string | undefined {
  const parsed = schema?.safeParse(value);
  if (!parsed || checkJson(value, part)) return undefined;
  // A query has one parameter here: others may be required.
  const all = parsed.success ? [] : toIssues(parsed.error, part, value);
  const refused = all.filter(({ path }) => part === 'body' || Object.hasOwn(Object(value), path));
  if (refused.length === 0) return isAccepted ? undefined : 'only the document refuses';
  const issues = refused.filter(isForeseeable);
  if (!isAccepted || issues.length === 0) return undefined;
  return `only the server refuses (${issues[0]?.path} ${issues[0]?.message})`;
}

interface Place {
  path: string;
  /** Returns the example with another value at this place. */
  put(value: unknown): unknown;
}

function placesIn(value: unknown, path = '', put: Place['put'] = (other) => other): Place[] {
  const here = path === '' ? [] : [{ path, put }];
  if (typeof value !== 'object' || value === null) return here;
  const entries = Object.entries(value);
  return [
    ...here,
    ...entries.flatMap(([key, item]) =>
      placesIn(item, path === '' ? key : `${path}.${key}`, (other) =>
        put(
          Array.isArray(value)
            ? value.map((one, index) => (index === Number(key) ? other : one))
            : { ...value, [key]: other },
        ),
      ),
    ),
  ];
}

interface Parser {
  safeParse(
    value: unknown,
  ): { success: true } | { success: false; error: { issues: readonly unknown[] } };
}
interface Content {
  body?: Parser;
  query?: Parser;
}

function contentOf(id: string): Content {
  const [noun = '', name = ''] = id.split('.');
  const nouns = contract as unknown as Record<string, Record<string, Content>>;
  const route = nouns[noun]?.[name];
  if (!route) throw new Error(`the contract has no ${id}`);
  return route;
}
