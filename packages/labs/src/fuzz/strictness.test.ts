import { join } from 'node:path';
import { contract } from '@parley/contract';
import { expect, test } from 'vitest';
import { Document } from './document.ts';
import { Judge } from './judge.ts';

// A client that checks its bodies against the document should meet no 400 that the document could have foreseen.

const file = join(import.meta.dirname, '../../../../docs/reference/openapi.json');
const document = new Document(file);
const judge = new Judge(document);
const withBody = document.operations.filter(({ examples }) => examples.length > 0);

const manyKeys = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, 'v']));
const hostile = [
  ...[
    '',
    ' ',
    '\n',
    'x',
    'x'.repeat(600_000),
    '+',
    '+0123456',
    'http://',
    'https://a/#b',
    'ftp://a',
  ],
  ...[
    -1,
    0.5,
    1e308,
    true,
    null,
    [],
    ['', ' '],
    {},
    manyKeys,
    { '': 'v' },
    { host: 'v', Cookie: '' },
  ],
];

/** Rules that JSON Schema has no words for. */
const unsayable = [
  // Names that the runtime knows.
  /^timezone$/,
  // Bytes of all keys and values together.
  /^metadata$/,
];

test.each(withBody.map((operation) => [operation.id, operation] as const))(
  'the document refuses the bodies that %s refuses',
  (id, operation) => {
    const schema = bodyOf(id);
    const loose = operation.examples
      .flatMap((example) => placesIn(example))
      .flatMap(({ path, put }) =>
        hostile
          .filter((value) => {
            const body = put(value);
            return judge.accepts(operation, body) && schema.safeParse(body).success === false;
          })
          .map((value) => `${path} = ${JSON.stringify(value).slice(0, 60)}`),
      );
    expect(
      loose.filter((what) => !unsayable.some((rule) => rule.test(what.split(' ')[0] ?? ''))),
    ).toEqual([]);
  },
);

interface Place {
  path: string;
  /** The example with another value here. */
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

interface Body {
  safeParse(value: unknown): { success: boolean };
}

function bodyOf(id: string): Body {
  const [noun = '', name = ''] = id.split('.');
  const nouns = contract as unknown as Record<string, Record<string, { body: Body }>>;
  const body = nouns[noun]?.[name]?.body;
  if (!body) throw new Error(`${id} takes no body`);
  return body;
}
