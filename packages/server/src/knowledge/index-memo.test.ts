import { BlockDocuments, blockSize } from '@parley/search/format';
import { expect, test } from 'vitest';
import { createIndexMemo, type KnownBlock } from './index-memo.ts';

function full(version: number): KnownBlock {
  return {
    block: 0,
    version,
    documents: new BlockDocuments(new Uint8Array(blockSize * 6)),
  };
}

test('keeps the most recently used entries within its size', () => {
  const memo = createIndexMemo(2.5 * blockSize);
  memo.set('a', [full(1)]);
  memo.set('b', [full(2)]);
  memo.set('a', [full(3)]);
  expect(memo.get('a')?.map(({ version }) => version)).toEqual([3]);
  memo.set('c', [full(4)]);
  expect(memo.has('b')).toBe(false);
  expect(memo.get('a')).toHaveLength(1);
  memo.set('d', [full(5), full(6), full(7)]);
  expect(['a', 'b', 'c', 'd'].filter((key) => memo.has(key))).toEqual(['a', 'c']);
});
