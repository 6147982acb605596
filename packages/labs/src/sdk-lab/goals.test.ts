import { expect, test } from 'vitest';
import type { Cell } from './case.ts';
import { judgeGoals } from './goals.ts';
import type { Row } from './run.ts';

function row(name: string, cell: Cell | undefined): Row {
  const cells = new Map(cell ? [['@parley/sdk', cell]] : []);
  const run = () => Promise.reject(new Error('not run'));
  return { case: { group: 'Lists', name, pace: 'waiting', run }, cells };
}

test.each([
  ['right', { text: 'all 5', good: true }, []],
  ['wrong', { text: '3 of 5', good: false }, ['a list: 3 of 5']],
  ['not judged', { text: 'goes on', good: undefined }, ['a list: goes on, not judged']],
  ['not run', undefined, ['a list: not run, not judged']],
])('judges a goal with a case that is %s', (_, cell, missed) => {
  const rows = [row('another list', { text: 'all 5', good: true }), row('a list', cell)];
  const [verdict] = judgeGoals(rows);
  expect(verdict).toMatchObject({ name: 'Lists: 5 of 5', holds: missed.length === 0, missed });
});

test('a group that did not run has no verdict', () => {
  expect(judgeGoals([])).toEqual([]);
});
