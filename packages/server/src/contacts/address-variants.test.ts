import { expect, test } from 'vitest';
import { addressVariants } from './address-variants.ts';

test.each([
  ['5511987654321', '551187654321'],
  ['551187654321', '5511987654321'],
  ['5491123456789', '541123456789'],
  ['541123456789', '5491123456789'],
  ['5215512345678', '525512345678'],
  ['525512345678', '5215512345678'],
])('%s may also be known as %s', (address, other) => {
  expect(addressVariants({ kind: 'phone', address })).toEqual([address, other]);
});

test.each(['4915112345678', '5511', '55119876543210', '15551234567'])(
  '%s has one form',
  (address) => {
    expect(addressVariants({ kind: 'phone', address })).toEqual([address]);
  },
);

test('other addresses than phone numbers have one form', () => {
  expect(addressVariants({ kind: 'igsid', address: '551187654321' })).toEqual(['551187654321']);
});
