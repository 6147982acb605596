import ipaddr from 'ipaddr.js';

// Decides which IP addresses are public, and which belong to private networks. Registries:
// https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry.

/** A range of IP addresses that `parseCidr` has parsed. */
export interface Cidr {
  /** The original text. */
  readonly text: string;
  readonly bytes: readonly number[];
  readonly prefixLength: number;
}

/** Returns whether the text is a public IP address; false for any other text. Does not use DNS. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text);
  if (!address || isWithinAny(address.toByteArray(), neverPublic())) return false;
  // Only this block of IPv6 is assigned to public networks. Addresses outside it that tunnel or translate to IPv4 are
  // refused.
  if (address.kind() === 'ipv6' && !isWithinAny(address.toByteArray(), globalUnicast()))
    return false;
  return address.range() === 'unicast';
}

/**
 * Returns whether the text is an IP address of a private network or of this machine. False for the metadata address of
 * a cloud.
 */
export function isPrivateAddress(text: string): boolean {
  const bytes = parseAddress(text)?.toByteArray();
  return !!bytes && isWithinAny(bytes, privateNetworks()) && !isWithinAny(bytes, metadata());
}

/** Returns the IP address in the host of a URL, without DNS; undefined when the host is a name. */
export function addressOfHost(hostname: string): string | undefined {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (/^(?:.*\.)?localhost$/i.test(host)) return '127.0.0.1';
  return parseAddress(host) ? host : undefined;
}

/** Returns the range of `10.0.0.0/8`, `fd00::/8` or one IP address; undefined for any other text. */
export function parseCidr(text: string): Cidr | undefined {
  const [first = '', prefix, ...rest] = text.split('/');
  const bytes = parseAddress(first)?.toByteArray();
  // An IPv4-mapped IPv6 address counts as its IPv4 address. As IPv6, it would be in no range.
  const isMapped = first.includes(':') && bytes?.length === 4;
  if (!bytes || isMapped || rest.length > 0) return undefined;
  const most = bytes.length * 8;
  if (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= most)) {
    return undefined;
  }
  return { text, bytes, prefixLength: prefix === undefined ? most : Number(prefix) };
}

/** Returns whether the IP address is in one of the ranges. IPv4 in IPv6 counts as its IPv4 address. */
export function isWithin(address: string, ranges: readonly Cidr[]): boolean {
  const bytes = parseAddress(address)?.toByteArray();
  return !!bytes && isWithinAny(bytes, ranges);
}

const metadata = rangesOf(
  'fd00:ec2::/32', // Amazon
  '100.100.100.200', // Alibaba
);

// Reserved or special addresses that ipaddr.js calls unicast.
const neverPublic = rangesOf(
  '100:0:0:1::/64', // dummy prefix, RFC 9780
  '168.63.129.16', // the host of every machine at Azure
);

const globalUnicast = rangesOf('2000::/3');

const privateNetworks = rangesOf(
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '::1',
  'fc00::/7',
);

/** Parses an IP address in its usual forms, but not `0x7f.1`, which `URL` parses. Returns IPv4 in IPv6 as IPv4. */
function parseAddress(text: string) {
  const tail = text.slice(text.lastIndexOf(':') + 1);
  if (tail.includes('.') && !ipaddr.IPv4.isValidFourPartDecimal(tail)) return undefined;
  if (tail === text) return tail.includes('.') ? ipaddr.IPv4.parse(text) : undefined;
  if (!ipaddr.IPv6.isValid(text) || text.includes('%')) return undefined;
  // ipaddr.js reads `::1.2.3.4`, which is reserved, as `::ffff:1.2.3.4`.
  return ipaddr.process(text.replace(/^::(?=[\d.]+$)/, '0::'));
}

function isWithinAny(bytes: readonly number[], ranges: readonly Cidr[]): boolean {
  return ranges.some((range) => isWithinOne(bytes, range));
}

function isWithinOne(bytes: readonly number[], range: Cidr): boolean {
  if (bytes.length !== range.bytes.length) return false;
  return range.bytes.every((byte, n) => {
    const bits = Math.min(8, Math.max(0, range.prefixLength - n * 8));
    const mask = (0xff00 >> bits) & 0xff;
    return ((bytes[n] ?? 0) & mask) === (byte & mask);
  });
}

/** Returns a function that parses the ranges at its first call, so that an import does not wait for it. */
function rangesOf(...texts: string[]): () => readonly Cidr[] {
  let ranges: Cidr[] | undefined;
  return () => {
    ranges ??= texts.map((text) => {
      const range = parseCidr(text);
      if (!range) throw new TypeError(`${text} is no range of addresses.`);
      return range;
    });
    return ranges;
  };
}
