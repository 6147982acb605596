import { isId } from '@parley/contract/schemas';
import { expect, test } from 'vitest';
import { createNewId } from './new-id.ts';

test('ids increase within a millisecond and when the clock steps back', () => {
  let now = 1_795_000_000_000;
  const newId = createNewId(() => now);
  const ids = Array.from({ length: 1_000 }, () => newId('msg'));
  now -= 5_000;
  ids.push(newId('msg'), newId('msg'));
  now += 10_000;
  ids.push(newId('msg'));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => isId(id, 'msg'))).toBe(true);
});

test('the time of an id is its creation time', () => {
  expect(createNewId(() => 1_469_918_176_385)('msg')).toMatch(/^msg_01ARYZ6S41/);
});
