import { BlockDocuments, blockSize } from '@parley/search/format';
import { expect, test } from 'vitest';
import { IndexMemo, type KnownBlock } from './index-memo.ts';

function full(version: number): KnownBlock {
  return {
    block: 0,
    version,
    documents: new BlockDocuments(new Uint8Array(blockSize * 6)),
  };
}

test('keeps the most recently used entries within its size', () => {
  const memo = new IndexMemo(2.5 * blockSize);
  memo.keep('a', [full(1)]);
  memo.keep('b', [full(2)]);
  memo.keep('a', [full(3)]);
  expect(memo.get('a').map(({ version }) => version)).toEqual([3]);
  memo.keep('c', [full(4)]);
  expect(memo.get('b')).toEqual([]);
  expect(memo.get('a')).toHaveLength(1);
  memo.keep('d', [full(5), full(6), full(7)]);
  for (const key of ['a', 'b', 'c', 'd']) expect(memo.get(key), key).toEqual([]);
});
