import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../../../scripts/test/seed.ts';
import { atOnce } from '../in-turns.ts';
import { blocksOfMarkdown } from './markdown.ts';

const blocksOf = (text: string) => atOnce(blocksOfMarkdown(text));

/**
 * Pieces of Markdown that can follow each other without changing their meaning. Each has fewer lines than one step
 * reads.
 */
const parts = fc.constantFrom(
  '# Heading',
  'Two lines\nof a paragraph.',
  '- one\n- two\n\n  with a paragraph\n- three',
  '1. first\n2. second',
  '> said\n> twice',
  '```js\nconst a = 1;\n\n# no heading\n```',
  '    indented code\n\n    and more',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '<div>\n<p>html\n</div>',
  'A [link][one] and *emphasis*.',
  '[one]: https://example.com "Title"',
  'Setext\n======',
  '***',
);

test('a long text has the blocks of its parts, wherever a step ends', () => {
  const texts = fc.array(parts, { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(texts, fc.nat(30), (some, shift) => {
      // Puts a heading between the parts, so that two lists or paragraphs do not become one.
      const text = some.map((part) => `${part}\n\n# End\n\n`).join('');
      const alone = blocksOf(`${text}[one]: /`);
      const times = Math.ceil(3_500 / text.split('\n').length);
      const long = `${'\n'.repeat(shift)}${text.repeat(times)}[one]: /`;
      expect(blocksOf(long)).toEqual(Array.from({ length: times }, () => alone).flat());
    }),
    { seed, numRuns: 60 },
  );
});

test('code that is longer than a step is one block', () => {
  const lines = Array.from({ length: 5_000 }, (_, line) => `# line ${line}\n`).join('\n');
  expect(blocksOf(`Before.\n\n\`\`\`\n${lines}\`\`\`\n\nAfter.`)).toEqual([
    { kind: 'text', text: 'Before.' },
    { kind: 'whole', text: lines.trimEnd() },
    { kind: 'text', text: 'After.' },
  ]);
});

test('a list that is longer than a step keeps its items and their numbers', () => {
  const items = Array.from({ length: 5_000 }, (_, item) => `${item + 1}. item`);
  expect(blocksOf(items.join('\n')).map(({ text }) => text)).toEqual(items);
});

test('a paragraph that is longer than a step keeps its words', () => {
  const words = Array.from({ length: 20_000 }, (_, word) => `word${word}`);
  expect(blocksOf(words.join(' '))).toEqual([{ kind: 'text', text: words.join(' ') }]);
});

test('a link may be defined long before or after its use', () => {
  const between = 'Text.\n\n'.repeat(3_000);
  const blocks = blocksOf(`[a]: /a\n\n[x][b] ${between}[y][a]\n\n[b]: /b`);
  expect([blocks[0]?.text, blocks.at(-1)?.text]).toEqual(['x Text.', 'y']);
});
