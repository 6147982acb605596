import { expect, test } from 'vitest';
import { eventExamples } from '../src/event-examples.ts';
import { idPrefixes, isId, subjectOf } from '../src/ids.ts';
import { tagsInput } from '../src/tags.ts';

const ulid = '01KAGWX3M00000000000000004';

test('no two kinds of id share a prefix', () => {
  const prefixes = Object.values(idPrefixes);
  expect(new Set(prefixes).size).toBe(prefixes.length);
  for (const prefix of prefixes) expect(prefix).toMatch(/^[a-z]{3,4}$/);
});

test.each([
  [`msg_${ulid}`, true],
  ['msg_7ZZZZZZZZZZZZZZZZZZZZZZZZZ', true],
  [`con_${ulid}`, false],
  [`msg_${ulid.toLowerCase()}`, false],
  [`msg_8${ulid.slice(1)}`, false],
  [`msg_${ulid.slice(1)}`, false],
  [`msg_${ulid}0`, false],
  [`msg_${ulid.replace('K', 'U')}`, false],
  [`msg_${ulid}\n`, false],
  ['msg_', false],
  ['', false],
])('whether %j has the form of a message id: %s', (value, expected) => {
  expect(isId(value, 'msg')).toBe(expected);
});

test.each([
  [
    [' vip ', 'VIP', 'new'],
    ['vip', 'new'],
  ],
  [[], []],
  [['Ärzte', 'ärzte'], ['Ärzte']],
])('the tags %j are stored as %j', (given, kept) => {
  expect(tagsInput.parse(given)).toEqual(kept);
});

test('the prefix of an ID names the kind of the subject', () => {
  expect(subjectOf({ id: 'whe_1' })).toEqual({ type: 'webhook_endpoint', id: 'whe_1' });
  expect(subjectOf({ id: 'note_1' })).toEqual({ type: 'note', id: 'note_1' });
  expect(eventExamples['member.joined'].subject.type).toBe('user');
  expect(eventExamples['member.invited'].subject.type).toBe('invitation');
});
