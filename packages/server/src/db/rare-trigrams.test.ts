import { expect, test } from 'vitest';
import { gramsOf, partsOf, rarestOf } from './rare-trigrams.ts';

test('the rarest trigrams of a text are those that the fewest texts of a sample have', () => {
  const sample = ['seu pedido 1001', 'seu pedido 1002', 'seu pedido 1999'];
  const grams = gramsOf('seu pedido 4711 🙂🙂🙂');
  const rarest = (count: number) => partsOf(rarestOf(grams, sample, count));
  expect(rarest(4)).toEqual(['o 4711']);
  expect(rarest(100)).toEqual(['seu pedido 4711 🙂🙂🙂']);
  // Without a sample, the first ones.
  expect(partsOf(rarestOf(grams, [], 2))).toEqual(['seu ']);
  expect(partsOf(gramsOf('abcxyz').filter(({ at }) => at === 0 || at === 3))).toEqual(['abcxyz']);
  expect(partsOf(gramsOf('abc-xyz').filter(({ at }) => at === 0 || at === 4))).toEqual([
    'abc',
    'xyz',
  ]);
  expect([gramsOf('ab'), gramsOf('🙂🙂')]).toEqual([[], []]);
});
