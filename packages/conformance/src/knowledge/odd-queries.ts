import { knowledgeLimits } from '@parley/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterAt, lastCharacter, placeOf } from '../../../../scripts/test/characters.ts';
import { seed } from '../../../../scripts/test/seed.ts';
import { checkError } from '../answer.ts';
import type { Extent } from '../extent.ts';
import type { Answer } from '../http.ts';
import { createScene, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, aSource } from './records.ts';

/**
 * Texts that have a meaning in FTS5, tsquery, LIKE, regular expressions, SQL, JSON or URLs, but not in Parley's
 * queries.
 */
const odd: Readonly<Record<string, readonly string[]>> = {
  'operators of search engines': [
    'lantern AND delivery',
    'lantern OR',
    'NOT lantern',
    'AND',
    'OR OR OR',
    'lantern NEAR delivery',
    'NEAR(lantern delivery, 5)',
    'title:lantern',
    'question : lantern',
    '{title body}: lantern',
    '- {title} : lantern',
    '^lantern',
    'lantern*',
    '*',
    '*lantern',
    'lantern~2',
    'lantern^4',
    '+lantern +delivery',
    'lantern && delivery',
    'lantern || delivery',
    '!lantern',
    '!!',
    'lantern <-> delivery',
    'lantern <2> delivery',
    "'lantern':*A",
    'lantern:*',
    'lantern & ',
    '& lantern',
    ':*',
    '[lantern TO delivery]',
    '/lan.*/',
    'lan?ern',
    'lantern -',
    '--lantern',
    '- - -',
    '-"',
  ],
  'quotes and brackets': [
    '"',
    '""',
    '"""',
    '"lantern',
    'lantern"',
    '"lantern" "',
    '" lantern "',
    '"-lantern"',
    '-"-lantern"',
    '-""',
    "'",
    "''''",
    '“',
    '”lantern“',
    '„lantern”',
    '«',
    '`lantern`',
    '(',
    ')',
    '((((((((((',
    '())(',
    '[]{}<>',
    '\\',
    '\\"',
    '\\\\"lantern',
    '\\x00',
    '\\u0000',
  ],
  'SQL, templates and paths': [
    "'; drop table knowledge_sources; --",
    "' or 1=1 --",
    '1; select pg_sleep(10)',
    '%',
    '%%%',
    '_',
    'lan%ern',
    '$1',
    '$$',
    '?',
    ':name',
    '@lantern',
    '#lantern',
    '{{7*7}}',
    '\u0024{lantern}',
    '../../etc/passwd',
    'https://example.com/?q=lantern&x=1#y',
    'a=b&c=d',
    'null',
    'undefined',
    'NaN',
    '__proto__',
    'constructor',
    'hasOwnProperty toString valueOf',
    '0',
    '-1',
    '1e309',
    '٣٤٥',
    '0x10',
  ],
  'characters of all kinds': [
    '🦊',
    '👩‍👩‍👧‍👦 👍🏽 🇧🇷',
    'مرحبا كيف الحال',
    'שלום עולם',
    '\u202elantern\u202c',
    '\u200blan\u200btern\u200d',
    '\ufefflantern',
    '送货需要多长时间',
    'カタカナ ひらがな ー々〆',
    '배송 기간',
    'ภาษาไทยไม่มีช่องว่าง',
    'ភាសាខ្មែរ',
    'ﷺﷻ',
    'e\u0301\u0301\u0301\u0301',
    '\u0301',
    'ſß',
    'İIıi',
    'ǅ ǆ',
    '\u{10ffff}',
    '\ufffd\ufffe\uffff',
    '\t\n\r\u000b\u000c',
    '\u0001\u001f\u007f',
    '\u2028\u2029\u0085',
    '\u00a0\u3000',
    '½ ² ③ Ⅷ ㌀',
    'ꙮ ༼ つ ◕_◕ ༽つ',
    'Z̸̢͎̦͂a̷l̶g̵o̴',
  ],
  'very long ones': [
    'lantern '.repeat(62),
    'a'.repeat(500),
    'é'.repeat(500),
    '送'.repeat(500),
    '😀'.repeat(250),
    '"'.repeat(500),
    '-'.repeat(500),
    '('.repeat(500),
    '%'.repeat(500),
    '-a '.repeat(166),
    '"a" '.repeat(125),
    'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(9),
    Array.from({ length: 130 }, (_, n) => `w${n % 100}`)
      .join(' ')
      .slice(0, 500),
  ],
};

const fragments = [
  ...['lantern', 'delivery', 'lanterns', 'OR', 'AND', 'NOT', 'NEAR', 'the', 'a', '🦊', 'مرحبا'],
  ...['送货', 'カナ', 'שלום', 'ﷺ', 'é', 'e\u0301', '\u202e', '\0', '\ud83d', '\u{10ffff}', '٣'],
  ...['"', '""', '“', '”', '„', '«', '»', "'", '-', '-"', '--', '*', ':', '(', ')', '{', '}', '^'],
  ...['~', '<->', '&', '|', '!', '%', '_', '\\', '$1', '?', ' ', '  ', '\n', '\t', '\u200d', ';'],
];

const character = fc.nat(lastCharacter).map(characterAt, placeOf);
const query = fc
  .oneof(
    { weight: 6, arbitrary: fc.array(fc.constantFrom(...fragments), { maxLength: 40 }) },
    {
      weight: 2,
      arbitrary: fc.array(fc.string({ unit: character, maxLength: 12 }), { maxLength: 9 }),
    },
    { weight: 1, arbitrary: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom(...fragments).map((part) => [part.repeat(300)]) },
  )
  .map((parts) => parts.join('').slice(0, 520));

const modesOfMatch = ['any', 'all', 'phrase'];
const modes = fc.record(
  {
    match: fc.constantFrom(...modesOfMatch),
    fuzzy: fc.boolean(),
    snippets: fc.integer({ min: 0, max: 5 }),
    minScore: fc.constantFrom('0', '0.5', '1'),
    language: fc.constantFrom('en', 'pt', 'zh'),
  },
  { requiredKeys: [] },
);

/** The number of random queries over HTTP, the same in each run. The tests of the server try many more without HTTP. */
const fuzzed = { all: 100, database: 20 } as const;
const atOnce = 20;

export function testOddQueries(target: () => Target, extent: Extent): void {
  testRandomQueries(target, fuzzed[extent]);
  // The tests of the server ask each database thousands of odd queries.
  if (extent === 'database') return;

  test.each(Object.entries(odd))('%s are words or nothing, never an error', async (_kind, list) => {
    const scene = await withRecords(target());
    for (const [index, q] of list.entries()) {
      const match = modesOfMatch[index % modesOfMatch.length] as string;
      for (const answer of await search(scene, { q, match, snippets: 5 })) {
        expect(answer.status, `${JSON.stringify(q)} ${answer.text}`).toBe(200);
      }
    }
  });

  test('treats operators of other query languages as words', async () => {
    const scene = await createScene(target());
    const { id } = await aSource(scene, { content: 'NOT near AND or title' });
    for (const q of ['NOT', 'NEAR', 'title:', 'AND', 'near(title, 2)']) {
      const { data } = await scene.api.knowledgeSources.list({ query: { q } });
      expect(
        data.map((source) => source.id),
        q,
      ).toEqual([id]);
    }
  });

  test('accepts a query of 500 characters of any script and uses all of it', async () => {
    const scene = await withRecords(target());
    for (const sign of ['😀', '𠀀', '👍🏽', 'e\u0301', ' ']) {
      const signs = [...sign.repeat(knowledgeLimits.query)];
      const filled = signs.slice(0, knowledgeLimits.query - ' lantern'.length).join('');
      for (const answer of await search(scene, { q: `${filled} lantern` })) {
        expect(answer.status, answer.text).toBe(200);
        expect((answer.json as { data: object[] }).data.length, sign).toBeGreaterThan(0);
      }
      for (const answer of await search(scene, { q: `${filled} lanterns` })) {
        expect(checkError(answer).code, sign).toBe('SVC-VALIDATION');
      }
    }
  });

  test('refuses a query of 501 characters or with NUL', async () => {
    const scene = await createScene(target());
    for (const [q, code] of [
      ['q'.repeat(knowledgeLimits.query + 1), 'too_long'],
      ['a\0b', 'invalid_format'],
    ] as const) {
      for (const answer of await search(scene, { q })) {
        expect(checkError(answer).details).toMatchObject({
          issues: [{ in: 'query', path: 'q', code }],
        });
      }
    }
  });
}

function testRandomQueries(target: () => Target, count: number): void {
  test(`${count} random queries get responses that match the contract`, async () => {
    const scene = await withRecords(target());
    const samples = fc.sample(fc.tuple(query, modes), { numRuns: count / 2, seed });
    for (let first = 0; first < samples.length; first += atOnce) {
      await Promise.all(
        samples.slice(first, first + atOnce).map(async ([q, options]) => {
          const isRefused = q.includes('\0') || [...q].length > knowledgeLimits.query;
          for (const answer of await search(scene, { q, ...options })) {
            const what = `${JSON.stringify({ q, ...options })} ${answer.text}`;
            expect(answer.status, what).toBe(isRefused ? 400 : 200);
          }
        }),
      );
    }
  });
}

async function withRecords(target: Target): Promise<Scene> {
  const scene = await createScene(target);
  await aSource(scene, {
    title: 'Lantern',
    content: 'Lantern delivery, a lantern. 送货需要两天。',
  });
  await aSource(scene, { content: 'OR, AND and NOT. مرحبا שלום カタカナ', language: 'ja' });
  await aFaq(scene, { question: 'Is lantern delivery free? 🦊', answer: 'a b c é ﷺ' });
  return scene;
}

/** Searches sources and FAQs, and checks each response against the contract. */
function search(
  scene: Scene,
  parameters: Record<string, string | number | boolean>,
): Promise<Answer[]> {
  return Promise.all([
    scene.call('knowledgeSources.list', { query: parameters }),
    scene.call('knowledgeFaqs.list', { query: parameters }),
  ]);
}
