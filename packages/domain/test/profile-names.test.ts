import { expect, test } from 'vitest';
import { nameFromProfile, newContact } from '../src/index.ts';

test.each([
  ['no name', null, 'Ana'],
  ['an invisible name, stored by an earlier version', '\u3164', 'Ana'],
  ['a name that a user has set', 'Ana Lima', undefined],
])('a contact with %s', (_what, name, taken) => {
  const at = '2026-01-01T00:00:00.000Z';
  const contact = { ...newContact({ id: 'con_1', at }, 'inbound'), name };
  expect(nameFromProfile(contact, ' Ana ')).toBe(taken);
  expect(nameFromProfile(contact, '\u3164')).toBeUndefined();
});
