import { expect, test } from 'vitest';
import { CompletionMemo, RecordMemo } from './record-memo.ts';

const make = (goodUntilMs = Infinity) => {
  const made: string[] = [];
  return {
    made,
    make: (text: string) => {
      made.push(text);
      return { record: { text }, goodUntilMs };
    },
  };
};

test('equal rows share one frozen record', () => {
  const { made, make: from } = make();
  const memo = new RecordMemo<{ text: string }>();
  const first = memo.get('a', 0, from);
  expect(memo.get('a', 5, from)).toBe(first);
  expect(memo.get('b', 5, from)).not.toBe(first);
  expect(made).toEqual(['a', 'b']);
  expect(Object.isFrozen(first)).toBe(true);
});

test('rebuilds a record that depends on time, also for an earlier time', () => {
  const { made, make: from } = make(100);
  const memo = new RecordMemo<{ text: string }>();
  memo.get('a', 50, from);
  memo.get('a', 99, from);
  expect(made).toHaveLength(1);
  memo.get('a', 100, from);
  expect(made).toHaveLength(2);
  memo.get('a', 20, from);
  expect(made).toHaveLength(3);
});

test('evicts unused records and keeps used ones', () => {
  const { made, make: from } = make();
  const memo = new RecordMemo<{ text: string }>(80);
  for (let index = 0; index < 50; index += 1) {
    memo.get('often', 0, from);
    memo.get(`once ${index}`, 0, from);
  }
  expect(made.filter((text) => text === 'often')).toHaveLength(1);
  memo.get('once 0', 0, from);
  expect(made.filter((text) => text === 'once 0')).toHaveLength(2);
});

test('a completed record is made again when its stored record, its data or the time differs', () => {
  const memo = new CompletionMemo<object, { made: number }>();
  let count = 0;
  const stored = {};
  const get = (record: object, own: unknown, nowMs: number) =>
    memo.get(record, own, nowMs, () => {
      count += 1;
      return { record: { made: count }, goodUntilMs: 100 };
    });
  const first = get(stored, { tags: ['a'] }, 0);
  expect(get(stored, { tags: ['a'] }, 99)).toBe(first);
  expect(Object.isFrozen(first)).toBe(true);
  expect(get(stored, { tags: ['b'] }, 99)).toEqual({ made: 2 });
  expect(get(stored, undefined, 99)).toEqual({ made: 3 });
  expect(get(stored, undefined, 100)).toEqual({ made: 4 });
  expect(get({}, undefined, 100)).toEqual({ made: 5 });
});

test('a completed record with long data of other tables is not kept', () => {
  const memo = new CompletionMemo<object, { made: number }>();
  let count = 0;
  const make = () => {
    count += 1;
    return { record: { made: count } };
  };
  const stored = {};
  const [short, long] = ['a'.repeat(3_000), 'a'.repeat(5_000)];
  expect(memo.get(stored, short, 0, make)).toBe(memo.get(stored, short, 0, make));
  expect(memo.get(stored, long, 0, make)).not.toBe(memo.get(stored, long, 0, make));
  expect(count).toBe(3);
});
