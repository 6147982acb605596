import { fold } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { nameKey, tagsKey } from './sort-keys.ts';

test.each([
  ['José', 'jose'],
  ['ÅNGSTRÖM', 'angstrom'],
  ['ﬁnance', 'finance'],
  ['İstanbul', 'istanbul'],
  ['Ｆｕｌｌ', 'full'],
  ['漢字', '漢字'],
])('%s is searched and sorted as %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('rows without a name sort last', () => {
  // The databases compare the bytes of UTF-8, while JavaScript compares UTF-16 code units.
  const bytes = (name: string | null) => Buffer.from(nameKey(name));
  expect(Buffer.compare(bytes(null), bytes('\u{ffff}zzz'))).toBe(1);
  expect(Buffer.compare(bytes(null), bytes('\u{1f600}'))).toBe(1);
});

test('matches whole tags only', () => {
  expect(tagsKey(['VIP', 'São Paulo'])).toBe('\nvip\nsao paulo\n');
  expect(tagsKey([])).toBe('');
});
