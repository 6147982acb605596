import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectShortHold } from '../../../scripts/test/expect-short-hold.ts';
import { cpuOf } from '../../../scripts/test/longest-hold.ts';
import { seed } from '../../../scripts/test/seed.ts';
import { blocksOfMarkdown } from './chunks/markdown.ts';
import { prepareLongSource, prepareSource } from './prepare.ts';

// Tenants choose their texts, so the cost of indexing must be proportional to the length. A text of 16 times the length
// may take about 16 times as long; quadratic work would take 256 times.

const small = 6_000;
const factor = 16;
const most = 80;
/** The shortest time that is compared, in milliseconds. Shorter times vary by chance. */
const leastMs = 4;

const pieces = {
  html: [
    '<b>',
    '<a>',
    '<p>',
    '</p>',
    '<table>',
    '<tr><td>',
    '<ul><li>',
    '<!--',
    '<script>',
    '&#x1F600;',
    '</b>',
    '<svg>',
    'a ',
  ],
  markdown: [
    '[',
    '![',
    '](',
    '*',
    '**a',
    '_a_ ',
    '`',
    '> ',
    '- ',
    '#',
    'a\n\n',
    '|a|b|\n',
    '<a ',
    '&',
    '\\',
    '=\n',
    '[a]: b\n',
    '```\n',
    '~~',
  ],
  text: ['a', ' ', '\n\n', 'e\u0301', '你', '😀', '. ', '\u200d', 'ก', '1,', 'ﷺ', 'a.b@', '\u202e'],
} as const;

const formats = Object.keys(pieces) as (keyof typeof pieces)[];
const hostile = fc.constantFrom(...formats).chain((format) =>
  fc.record({
    format: fc.constant(format),
    piece: fc
      .array(fc.constantFrom(...pieces[format]), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join('')),
  }),
);

test('indexing time grows linearly with the text, whatever it repeats', () => {
  fc.assert(
    fc.property(hostile, ({ format, piece }) => {
      const costOf = (characters: number) => {
        const content = piece.repeat(Math.ceil(characters / piece.length));
        const source = { title: 'Text', content, format, language: 'en' };
        return () => cpuOf(() => prepareSource(source));
      };
      const [short, long] = [costOf(small), costOf(small * factor)];
      const first = long();
      // The second run excludes compilation.
      const limit = most * Math.max(leastMs, Math.min(short(), short()));
      if (first >= limit) expect(long()).toBeLessThan(limit);
    }),
    { seed, numRuns: 40 },
  );
});

test('the first steps of a Markdown text take no longer if it has more lines', () => {
  const longestStepOf = (lines: number) => {
    const steps = blocksOfMarkdown('a\n\n'.repeat(lines / 2));
    return Math.max(...Array.from({ length: 10 }, () => cpuOf(() => steps.next())));
  };
  // The least of some runs leaves out compilation and garbage collection.
  const least = (lines: number) =>
    Math.min(...Array.from({ length: 5 }, () => longestStepOf(lines)));
  expect(least(320_000)).toBeLessThan(4 * Math.max(leastMs, least(20_000)));
});

const longest = 490_000;
/**
 * The longest time for which a text may block the process. A pause comes after 10 ms and the present step; the
 * remaining time is for garbage collection and slow machines.
 */
const holdMs = 80;
const tries = 8;

const found = [
  '- =\n',
  '*a',
  '**a ',
  '| a | b\n',
  '> a\n',
  '`a',
  '<p>a',
  '<b>',
  '<!-- a',
  'a, ',
  'a\n\n',
];

test.each(formats.flatMap((format) => found.map((piece) => [format, piece] as const)))(
  'no text holds other work up: %s of %j',
  async (format, piece) => {
    const content = piece.repeat(Math.ceil(longest / piece.length));
    const source = { title: 'Text', content, format, language: 'en' };
    await expectShortHold(() => prepareLongSource(source), { tries, mostMs: holdMs });
  },
);
