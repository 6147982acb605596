import { expect, test } from 'vitest';
import { nextAssignee, wantsAssignee } from '../src/assignments.ts';
import { defaultChannelSettings } from '../src/channels.ts';

const assigneeIds = ['a', 'b', 'c'];
const open: Readonly<Record<string, number>> = { a: 2, b: 1, c: 1 };
const openOf = (id: string) => open[id] ?? 0;
const all = assigneeIds;

test.each([
  ['the first user when none was chosen', 'round_robin', null, all, 'a'],
  ['the user after the last one', 'round_robin', 'a', all, 'b'],
  ['the first user after the end of the list', 'round_robin', 'c', all, 'a'],
  ['the user after an inactive one', 'round_robin', 'a', ['a', 'c'], 'c'],
  ['the next user, when the last one is inactive', 'round_robin', 'a', ['b', 'c'], 'b'],
  ['the first user when the last one left the list', 'round_robin', 'x', all, 'a'],
  ['nobody when all are inactive', 'round_robin', 'a', [], undefined],
  ['the user with the fewest open conversations', 'least_open', null, ['a', 'b'], 'b'],
  ['one of several such users in turn', 'least_open', 'b', all, 'c'],
  ['nobody among inactive users', 'least_open', 'b', [], undefined],
] as const)('a conversation goes to %s', (_title, autoAssign, lastId, activeIds, expected) => {
  const settings = { ...defaultChannelSettings, autoAssign, assigneeIds };
  expect(nextAssignee(settings, { activeIds, lastId, openOf })).toBe(expected);
});

test.each([
  ['an open one', { status: 'open', assigneeId: null }, 'round_robin', false, true],
  ['one with an assignee', { status: 'open', assigneeId: 'a' }, 'round_robin', false, false],
  ['one that a bot handles', { status: 'pending', assigneeId: null }, 'least_open', false, false],
  ['one of a blocked contact', { status: 'open', assigneeId: null }, 'least_open', true, false],
  ['one without the setting', { status: 'open', assigneeId: null }, 'off', false, false],
] as const)(
  'among conversations, %s may need an assignee',
  (...[, place, mode, blocked, expected]) => {
    const settings = { ...defaultChannelSettings, autoAssign: mode, assigneeIds };
    expect(wantsAssignee(place, settings, { blocked })).toBe(expected);
  },
);
