import type { IdentityKind } from './capabilities.ts';

// Countries that lengthened their mobile numbers: WhatsApp keeps the form with which a user signed up, so the same user
// may have the long or the short number.

const variants: readonly { long: RegExp; short: RegExp; shorten: string; lengthen: string }[] = [
  // Brazil: 55, area code, and since 2012 a 9 before eight digits. Landline numbers begin with 2 to 5.
  {
    long: /^55(\d\d)9([6-9]\d{7})$/,
    short: /^55(\d\d)([6-9]\d{7})$/,
    shorten: '55$1$2',
    lengthen: '55$19$2',
  },
  // Argentina: 54, a 9 for mobile numbers, and ten digits.
  { long: /^549(\d{10})$/, short: /^54(\d{10})$/, shorten: '54$1', lengthen: '549$1' },
  // Mexico: 52, formerly a 1 for mobile numbers, and ten digits.
  { long: /^521(\d{10})$/, short: /^52(\d{10})$/, shorten: '52$1', lengthen: '521$1' },
];

/** Returns the address, followed by the other forms in which the network may know the same user. */
export function addressVariants({
  kind,
  address,
}: {
  kind: IdentityKind;
  address: string;
}): string[] {
  if (kind !== 'phone') return [address];
  for (const { long, short, shorten, lengthen } of variants) {
    if (long.test(address)) return [address, address.replace(long, shorten)];
    if (short.test(address)) return [address, address.replace(short, lengthen)];
  }
  return [address];
}
