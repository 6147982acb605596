import type { IdentityKind } from '@parley/contract';

// Countries whose mobile numbers became a digit longer: WhatsApp knows a user under either form.
const forms: readonly { long: RegExp; short: RegExp; digit: string }[] = [
  { long: /^(55\d\d)9(\d{8})$/, short: /^(55\d\d)(\d{8})$/, digit: '9' },
  { long: /^(54)9(\d{10})$/, short: /^(54)(\d{10})$/, digit: '9' },
  { long: /^(52)1(\d{10})$/, short: /^(52)(\d{10})$/, digit: '1' },
];

/** The address, then the other form under which the same person may be known. */
export function addressVariants(kind: IdentityKind, address: string): string[] {
  if (kind !== 'phone') return [address];
  for (const { long, short, digit } of forms) {
    if (long.test(address)) return [address, address.replace(long, '$1$2')];
    if (short.test(address)) return [address, address.replace(short, `$1${digit}$2`)];
  }
  return [address];
}
