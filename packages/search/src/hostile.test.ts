import { expect, test } from 'vitest';
import { expectBelow } from '../../../scripts/test/expect-short-hold.ts';
import { cpuOf } from '../../../scripts/test/longest-hold.ts';
import { hostilePieces, hostileTexts, repeated } from '../test/hostile.ts';
import { prepareFaq, prepareSource } from './prepare.ts';

// Work that is proportional to the length takes at most 50 ms of CPU time for each of these texts; quadratic work takes
// much longer.
const length = 20_000;
const mostMs = 250;
const tries = 3;

const texts: [name: string, text: string][] = [
  ...Object.entries(hostilePieces).map(([name, piece]): [string, string] => [
    name,
    repeated(piece, length),
  ]),
  ...Object.entries(hostileTexts).map(([name, textOf]): [string, string] => [name, textOf(length)]),
];

test.each(texts)('%s are read in bounded time', async (_name, content) => {
  for (const format of ['text', 'markdown', 'html', 'page'] as const) {
    const source = { title: 'Title', content, format, language: 'en' };
    let documents = 0;
    const prepare = () => {
      documents = prepareSource(source).documents.length;
    };
    await expectBelow(mostMs, tries, () => cpuOf(prepare), format);
    expect(documents, format).toBeGreaterThan(0);
  }
  const faq = { question: 'Why?', alternateQuestions: [], answer: content, language: 'en' };
  await expectBelow(mostMs, tries, () => cpuOf(() => prepareFaq(faq)), 'an answer');
});

test('reads a page of 500,000 paragraph starts', () => {
  const content = `<div>${repeated('<p>a', 500_000)}`;
  const { charCount } = prepareSource({ title: 'T', content, format: 'markdown', language: 'en' });
  expect(charCount).toBe(125_000);
});
