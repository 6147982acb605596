import { expect, test } from 'vitest';
import { progressOf } from './progress.ts';

function written(isTTY: boolean, ...given: [done: number, total?: number][]): string {
  const texts: string[] = [];
  const progress = progressOf('rows', { isTTY, write: (text) => texts.push(text) });
  for (const [done, total] of given) progress.show(done, total);
  progress.end();
  return texts.join('');
}

test('a terminal shows a bar in one line', () => {
  expect(written(true, [0, 2_000], [1_000, 2_000])).toBe(
    `\r[${'-'.repeat(30)}] 0 of 2,000 rows\u001b[K\r[${'#'.repeat(15)}${'-'.repeat(15)}] 1,000 of 2,000 rows\u001b[K\n`,
  );
  expect(written(true, [0, 0])).toContain(`[${'#'.repeat(30)}] 0 of 0 rows`);
  expect(written(true, [500])).toBe('\r500 rows\u001b[K\n');
});

test('elsewhere each tenth has a line, and there is none without a total', () => {
  expect(written(false, [0, 20], [1, 20], [2, 20], [3, 20], [20, 20])).toBe(
    '0 of 20 rows\n2 of 20 rows\n20 of 20 rows\n',
  );
  expect(written(false, [500], [1_000])).toBe('');
});
