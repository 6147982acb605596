import { expect, test } from 'vitest';
import { addressVariants } from '../src/address-variants.ts';

test.each([
  ['5511987654321', '551187654321'],
  ['551187654321', '5511987654321'],
  ['5585961234567', '558561234567'],
  ['558561234567', '5585961234567'],
  ['5491123456789', '541123456789'],
  ['541123456789', '5491123456789'],
  ['5215512345678', '525512345678'],
  ['525512345678', '5215512345678'],
])('%s has the alternative form %s', (address, other) => {
  expect(addressVariants({ kind: 'phone', address })).toEqual([address, other]);
});

test.each([
  ['a German number', '4915112345678'],
  ['an American number', '15551234567'],
  ['a Brazilian landline', '551132345678'],
  ['a Brazilian landline that begins with 5', '552151234567'],
  ['a Brazilian landline with a 9 before it', '5511932345678'],
  ['too little of a number', '5511'],
  ['too much of one', '55119876543210'],
])('%s has one form', (_title, address) => {
  expect(addressVariants({ kind: 'phone', address })).toEqual([address]);
});

test('other addresses than phone numbers have one form', () => {
  expect(addressVariants({ kind: 'igsid', address: '551187654321' })).toEqual(['551187654321']);
});
