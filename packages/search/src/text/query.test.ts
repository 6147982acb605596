import { expect, test } from 'vitest';
import { maxQueryLength, parseQuery } from './query.ts';

test('quoted words are a phrase, with any quotes', () => {
  for (const q of [
    'how to "reset password"',
    'how to “reset password”',
    'how to «reset password»',
  ]) {
    expect(parseQuery(q)).toEqual({
      words: ['how', 'to', 'reset', 'password'],
      sequence: [0, 1, 2, 3],
      phrases: [['reset', 'password']],
      excluded: [],
    });
  }
});

test('a minus before a word or phrase excludes it; elsewhere it is a character', () => {
  expect(parseQuery('wool -dryer -"dry clean"')).toMatchObject({
    words: ['wool'],
    excluded: [['dryer'], ['dry', 'clean']],
  });
  expect(parseQuery('covid-19 a - b --c').excluded).toEqual([]);
  expect(parseQuery('x -covid-19').excluded).toEqual([['covid', '19']]);
});

test('a query of exclusions only has no words', () => {
  expect(parseQuery('-wool -"dry clean"')).toEqual({
    words: [],
    sequence: [],
    phrases: [],
    excluded: [['wool'], ['dry', 'clean']],
  });
});

test('other operators are words or ignored', () => {
  const q = 'title:wool AND (down OR NOT cotton)* NEAR/3 ~2 ^x "unclosed';
  const { words, phrases, excluded } = parseQuery(q);
  expect(words).toEqual([
    'title',
    'wool',
    'and',
    'down',
    'or',
    'not',
    'cotton',
    'near',
    '3',
    '2',
    'x',
    'unclosed',
  ]);
  expect([...phrases, ...excluded]).toEqual([]);
});

test('a repeated word counts once and keeps its positions', () => {
  expect(parseQuery('to be or not to be')).toMatchObject({
    words: ['to', 'be', 'or', 'not'],
    sequence: [0, 1, 2, 3, 0, 1],
  });
});

test('ignores the part of a query above the limit', () => {
  expect(parseQuery(`${' '.repeat(maxQueryLength)}wool`).words).toEqual([]);
  // A character outside the basic plane is one, and none is cut in two.
  expect(parseQuery(`${'😀'.repeat(maxQueryLength - 5)} wool`).words).toContain('wool');
  expect(parseQuery('𠀀'.repeat(maxQueryLength + 1)).words.join('')).not.toMatch(/\p{Surrogate}/u);
  expect(parseQuery(`${'😀'.repeat(maxQueryLength)} wool`).words).not.toContain('wool');
  expect(
    parseQuery('a b '.repeat(100) + Array.from({ length: 200 }, (_, i) => i).join(' ')).words
      .length,
  ).toBeLessThanOrEqual(64);
});

const numbers = (count: number) => Array.from({ length: count }, (_, n) => `${n}`);

test('uses the first of many words, and every required word', () => {
  const many = numbers(90);
  expect(parseQuery(many.join(' ')).words).toEqual(many.slice(0, 64));
  expect(parseQuery(many.join(' '), { needsAll: true }).words).toEqual(many);
  const quoted = parseQuery(`"${many.join(' ')}" more`);
  expect(quoted.words).toEqual(many);
  expect(quoted.phrases).toEqual([many]);
  const late = parseQuery(`${many.join(' ')} "two words"`);
  expect(late.words).toEqual([...many.slice(0, 62), 'two', 'words']);
});

test('text without spaces has one token per pair of characters', () => {
  const text = String.fromCodePoint(...numbers(maxQueryLength - 2).map((_, n) => 0x4e00 + n));
  expect(parseQuery(`"${text}"`).words).toHaveLength(maxQueryLength - 3);
});
