import { expect, test } from 'vitest';
import { hostilePieces, hostileTexts, repeated } from '../test/hostile.ts';
import { prepareFaq, prepareSource } from './prepare.ts';

// Work that is proportional to the length takes a tenth of a second for each of these texts; quadratic work takes many
// seconds. The bound leaves room for a busy machine.
const length = 80_000;
const boundMs = 3_000;

const texts: [name: string, text: string][] = [
  ...Object.entries(hostilePieces).map(([name, piece]): [string, string] => [
    name,
    repeated(piece, length),
  ]),
  ...Object.entries(hostileTexts).map(([name, textOf]): [string, string] => [name, textOf(length)]),
];

test.each(texts)('%s are read in bounded time', (_name, content) => {
  for (const format of ['text', 'markdown', 'html', 'page'] as const) {
    const start = performance.now();
    const { documents } = prepareSource({ title: 'Title', content, format, language: 'en' });
    expect(documents.length).toBeGreaterThan(0);
    expect(performance.now() - start, format).toBeLessThan(boundMs);
  }
  const start = performance.now();
  prepareFaq({ question: 'Why?', alternateQuestions: [], answer: content, language: 'en' });
  expect(performance.now() - start, 'an answer').toBeLessThan(boundMs);
});

test('reads a page of 500,000 paragraph starts', () => {
  const content = `<div>${repeated('<p>a', 500_000)}`;
  const { charCount } = prepareSource({ title: 'T', content, format: 'markdown', language: 'en' });
  expect(charCount).toBe(125_000);
});
