import { expect, test } from 'vitest';
import { TurnBatch } from './turn-batch.ts';

test('a batch takes requests first and a limited number of background steps', async () => {
  const batches: string[][] = [];
  const batch = new TurnBatch<string, string>({
    run: async (inputs) => {
      batches.push([...inputs]);
      return inputs.map((output) => ({ output }));
    },
    maxInFlight: 1,
    maxSize: 4,
    maxBackground: 2,
  });
  const work = ['b1', 'b2', 'b3'].map((input) => batch.submit(input, { isBackground: true }));
  const requests = ['r1', 'r2', 'r3'].map((input) => batch.submit(input));
  expect(await Promise.all([...work, ...requests])).toEqual(['b1', 'b2', 'b3', 'r1', 'r2', 'r3']);
  expect(batches).toEqual([
    ['r1', 'r2', 'r3', 'b1'],
    ['b2', 'b3'],
  ]);
});
