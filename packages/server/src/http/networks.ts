import { isIPv6 } from 'node:net';

/** Matches an address with a port, which some proxies write into `X-Forwarded-For`: `1.2.3.4:56` or `[2001:db8::1]:56`. */
const withPort = /^(?:([\d.]+)|\[([^\]]+)\]):\d+$/;

/**
 * Returns the range of addresses that counts as one client: one IPv4 address, or a /64 network of IPv6. A home or a
 * host usually has a whole /64 network. Ignores a port, because each connection of a client has another one.
 */
export function networkOf(given: string): string {
  const [, v4, v6] = withPort.exec(given) ?? [];
  const address = v4 ?? v6 ?? given;
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const gap = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...gap, ...back].slice(0, 4).join(':');
}
