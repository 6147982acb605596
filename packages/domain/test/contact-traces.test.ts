import { expect, test } from 'vitest';
import { tracesOf } from '../src/contact-traces.ts';

test.each([
  // [address, text, whether the text contains the address]
  ['1', { text: '1 of 1', count: 1, to: '4911' }, false],
  ['1', { 1: 'one', text: 'say "1' }, false],
  ['1', { to: '1' }, true],
  ['1', { to: ['+1'] }, true],
  ['id', { id: 'msg_1', text: 'an id' }, false],
  ['id', { to: 'id' }, true],
  ['a"b\\', { to: 'a"b\\' }, true],
  ['1234567', { to: '551234567890', from: '12345678', text: 'x1234567 1234567é' }, false],
  ['1234567', { to: '1234567' }, true],
  ['1234567', { phone: '+1234567' }, true],
  ['1234567', { text: 'Call 1234567, please' }, true],
  ['1234567', { text: 'Call\n1234567' }, true],
  ['1234567', { waId: 1234567 }, true],
  ['US.1a2b3c', { to: 'US-1a2b3c' }, false],
  ['US.1a2b3c', { to: 'US.1a2b3c' }, true],
  ['a"b\\c(d', { text: 'to a"b\\c(d.' }, true],
] as const)('the address %s in %j: %s', (address, value, expected) => {
  expect(tracesOf([address]).hasAddress(JSON.stringify(value))).toBe(expected);
});

test('IDs are found in each text', () => {
  const id = 'con_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const { hasId, hasAddress } = tracesOf([id, '1234567']);
  const text = JSON.stringify({ contactId: id });
  expect([hasId(text), hasAddress(text)]).toEqual([true, false]);
  expect(hasId(JSON.stringify({ contactId: `${id.slice(0, -1)}W` }))).toBe(false);
});
