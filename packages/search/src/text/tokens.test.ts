import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { termsOf } from './analyze.ts';
import { fold } from './fold.ts';
import { tokensOf } from './tokens.ts';

const words = (text: string, options?: { query: boolean }) =>
  tokensOf(text, options).map(({ word }) => word);

test('ignores case, width, accents and ligatures', () => {
  for (const [written, folded] of [
    ['Größe', 'grosse'],
    ['CAFÉ', 'cafe'],
    ['cafe\u0301', 'cafe'],
    ['ＡＢＣ１２', 'abc12'],
    ['ŒUVRE', 'oeuvre'],
    ['İstanbul', 'istanbul'],
    ['Łódź', 'lodz'],
    ['مُحَمَّد', 'محمد'],
    ['שָׁלוֹם', 'שלום'],
    ['in\u00advisible', 'invisible'],
    ['Ёлка', 'елка'],
  ] as const) {
    expect(fold(written), written).toBe(folded);
  }
});

test('keeps marks that distinguish letters', () => {
  expect(fold('हिन्दी')).toBe('हिन्दी');
  expect(fold('がぎ')).toBe('がぎ');
  expect(fold('한국어')).toBe('한국어');
});

test('separates letters and digits', () => {
  expect(words('COVID-19 covid19 Covid 19')).toEqual(['covid', '19', 'covid', '19', 'covid', '19']);
});

test('finds contractions and possessives by their base word', () => {
  expect(words("don't DON’T dont")).toEqual(['dont', 'dont', 'dont']);
  expect(words("what's the shop's")).toEqual(['what', 'the', 'shop']);
  expect(words("O'Neil d'accord")).toEqual(['o', 'neil', 'd', 'accord']);
});

test('in scripts without spaces, every pair of adjacent characters is a token', () => {
  expect(words('東京都')).toEqual(['東京', '京都', '都']);
  expect(words('東京都', { query: true })).toEqual(['東京', '京都']);
  expect(words('猫', { query: true })).toEqual(['猫']);
  expect(words('iPhone15手机')).toEqual(['iphone', '15', '手机', '机']);
  expect(words('ภาษาไทย', { query: true })).toHaveLength(6);
  expect(words('ភាសា').length).toBeGreaterThan(1);
});

test('text without letters and digits has no tokens', () => {
  for (const text of [
    '',
    ' \n',
    '😀 👩‍👩‍👧‍👦',
    '"" - -- (*) ^ ~',
    '\0\u0001',
    '\ud800 \udfff',
    '…',
  ]) {
    expect(words(text), JSON.stringify(text)).toEqual([]);
  }
});

test('every token has its position in UTF-16 units', () => {
  const text = '😀 Größe, don’t 東京都 \ud800x';
  for (const { word, start, end } of tokensOf(text)) {
    expect(words(text.slice(start, end), { query: true })[0]).toBe(word);
  }
});

test('a very long word is split', () => {
  expect(words('x'.repeat(100_000))).toEqual(['x'.repeat(48)]);
});

test('a long word is never cut within a character that has two UTF-16 units', () => {
  expect(words(`a${'\u{10330}'.repeat(30)}`)).toEqual([`a${'\u{10330}'.repeat(23)}`]);
});

test('characters with many marks do not make longer words than letters', () => {
  const character = `\u0e01${'\u0e31'.repeat(1_000)}`;
  expect(words(character.repeat(2))).toEqual(Array(2).fill(character.slice(0, 48)));
});

test('the caches of words and stems do not keep the texts of these words in memory', () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const usedBytes = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const textBytes = 1_000_000;
  const texts = 20;
  const lettersOf = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[+digit]);
  const before = usedBytes();
  for (let number = 0; number < texts; number += 1) {
    const ending = lettersOf(number).join('');
    for (const word of ['geschwindigkeiten', 'скоростей'.repeat(2)]) {
      termsOf(`${' '.repeat(textBytes)}${word}${ending}`, 'de');
    }
  }
  expect(usedBytes() - before).toBeLessThan((texts * textBytes) / 2);
});
