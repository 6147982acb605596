import { describe, expect, test } from 'vitest';
import {
  addressOfHost,
  isPrivateAddress,
  isPublicAddress,
  isWithin,
  parseCidr,
} from '../src/public-address.ts';

const publicAddresses = [
  ['Google', '8.8.8.8'],
  ['Cloudflare', '1.1.1.1'],
  ['below loopback', '126.255.255.255'],
  ['above loopback', '128.0.0.1'],
  ['below 10/8', '9.255.255.255'],
  ['above 10/8', '11.0.0.0'],
  ['below 172.16/12', '172.15.255.255'],
  ['above 172.16/12', '172.32.0.0'],
  ['above 192.168/16', '192.169.0.0'],
  ['below carrier-grade NAT', '100.63.255.255'],
  ['above carrier-grade NAT', '100.128.0.0'],
  ['above link-local', '169.255.0.0'],
  ['below multicast', '223.255.255.255'],
  ['Cloudflare on IPv6', '2606:4700:4700::1111'],
  ['Google on IPv6', '2001:4860:4860::8888'],
  ['IPv6 in capitals', '2A00:1450:4001:81B::200E'],
  ['IPv4 in IPv6', '::ffff:8.8.8.8'],
  ['IPv4 in IPv6, in hex', '::ffff:808:808'],
] as const;

const otherAddresses = [
  ['this network', '0.0.0.0'],
  ['the rest of this network', '0.1.2.3'],
  ['loopback', '127.0.0.1'],
  ['the end of loopback', '127.255.255.254'],
  ['private 10/8', '10.0.0.1'],
  ['private 172.16/12', '172.16.0.1'],
  ['the end of 172.16/12', '172.31.255.255'],
  ['private 192.168/16', '192.168.1.1'],
  ['carrier-grade NAT', '100.64.0.1'],
  ['the end of carrier-grade NAT', '100.127.255.255'],
  ['metadata of Alibaba', '100.100.100.200'],
  ['link-local', '169.254.0.1'],
  ['metadata of most clouds', '169.254.169.254'],
  ['metadata of containers', '169.254.170.2'],
  ['the host of machines at Azure', '168.63.129.16'],
  ['protocol assignments', '192.0.0.1'],
  ['metadata of Oracle', '192.0.0.192'],
  ['documentation 1', '192.0.2.1'],
  ['documentation 2', '198.51.100.1'],
  ['documentation 3', '203.0.113.1'],
  ['6to4 relays', '192.88.99.1'],
  ['benchmarking', '198.18.0.1'],
  ['the end of benchmarking', '198.19.255.255'],
  ['AS112', '192.175.48.1'],
  ['multicast', '224.0.0.1'],
  ['the end of multicast', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['loopback on IPv6', '::1'],
  ['loopback in full', '0:0:0:0:0:0:0:1'],
  ['unique local', 'fc00::1'],
  ['the other half of unique local', 'fd12:3456:789a::1'],
  ['metadata of Amazon on IPv6', 'fd00:ec2::254'],
  ['link-local on IPv6', 'fe80::1'],
  ['site-local', 'fec0::1'],
  ['multicast on IPv6', 'ff02::1'],
  ['loopback in IPv6', '::ffff:127.0.0.1'],
  ['loopback in IPv6, in hex', '::ffff:7f00:1'],
  ['metadata in IPv6', '::ffff:a9fe:a9fe'],
  ['IPv4-compatible loopback', '::127.0.0.1'],
  ['IPv4-compatible public', '::8.8.8.8'],
  ['IPv4-translated', '::ffff:0:127.0.0.1'],
  ['NAT64 to a private address', '64:ff9b::10.0.0.1'],
  ['NAT64 to a public address', '64:ff9b::808:808'],
  ['NAT64 of the local network', '64:ff9b:1::1'],
  ['6to4 of loopback', '2002:7f00:1::1'],
  ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['discard', '100::1'],
  ['dummy prefix', '100:0:0:1::1'],
  ['benchmarking on IPv6', '2001:2::1'],
  ['ORCHIDv2', '2001:20::1'],
  ['documentation on IPv6', '2001:db8::1'],
  ['newer documentation on IPv6', '3fff::1'],
  ['segment routing', '5f00::1'],
  ['not given out', '4000::1'],
  ['not given out, at the end', 'e000::1'],
] as const;

const noAddresses = [
  '',
  'example.com',
  'localhost',
  '2130706433',
  '0x7f.0.0.1',
  '0x08080808',
  '010.8.8.8',
  '8.8',
  '8.8.8.8.',
  ' 8.8.8.8',
  '8.8.8.8/32',
  '256.1.1.1',
  '[2606:4700::1]',
  '2606:4700::1%eth0',
  '::ffff:0x8.8.8.8',
  '1::2::3',
];

test.each(publicAddresses)('public: %s, %s', (_name, address) => {
  expect(isPublicAddress(address)).toBe(true);
  expect(isPrivateAddress(address)).toBe(false);
});

test.each(otherAddresses)('not public: %s, %s', (_name, address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(noAddresses)('"%s" is neither a public nor a private address', (text) => {
  expect(isPublicAddress(text)).toBe(false);
  expect(isPrivateAddress(text)).toBe(false);
});

test('private addresses exclude the metadata services of clouds', () => {
  const privates = otherAddresses.filter(([, address]) => isPrivateAddress(address));
  expect(privates.map(([name]) => name)).toEqual([
    'loopback',
    'the end of loopback',
    'private 10/8',
    'private 172.16/12',
    'the end of 172.16/12',
    'private 192.168/16',
    'carrier-grade NAT',
    'the end of carrier-grade NAT',
    'loopback on IPv6',
    'loopback in full',
    'unique local',
    'the other half of unique local',
    'loopback in IPv6',
    'loopback in IPv6, in hex',
  ]);
});

test.each([
  ['93.184.216.34', '93.184.216.34'],
  ['[2606:4700::1]', '2606:4700::1'],
  ['localhost', '127.0.0.1'],
  ['LOCALHOST.', '127.0.0.1'],
  ['hooks.localhost', '127.0.0.1'],
  ['127.0.0.1.', '127.0.0.1'],
])('reads the host %s as the address %s without DNS', (host, address) => {
  expect(addressOfHost(host)).toBe(address);
});

test.each(['example.com', 'localhost.example.com', 'notlocalhost', '1.2.3.4.example.com'])(
  'the host %s is a name',
  (host) => {
    expect(addressOfHost(host)).toBeUndefined();
  },
);

describe('a range', () => {
  test.each([
    ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
    ['10.8.0.0/15', '10.9.1.1', '10.10.0.0'],
    ['10.1.2.3/8', '10.200.0.1', '11.0.0.1'],
    ['192.168.1.7', '192.168.1.7', '192.168.1.8'],
    ['0.0.0.0/0', '169.254.169.254', '::1'],
    ['fd00::/8', 'fdff::1', 'fc00::1'],
    ['2001:db8:0:8000::/49', '2001:db8:0:ffff::1', '2001:db8:0:7fff::1'],
    ['::1', '::1', '::2'],
    ['::/0', 'fe80::1', '127.0.0.1'],
  ])('%s contains %s and not %s', (text, inside, outside) => {
    const range = parseCidr(text);
    expect(range).toBeDefined();
    const ranges = range ? [range] : [];
    expect([isWithin(inside, ranges), isWithin(outside, ranges)]).toEqual([true, false]);
  });

  test('of IPv4 contains the IPv6 form of an address', () => {
    const range = parseCidr('10.0.0.0/8');
    expect(isWithin('::ffff:10.1.1.1', range ? [range] : [])).toBe(true);
  });

  test.each([
    '',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0/8',
    '::/129',
    '::ffff:10.0.0.0/104',
    'example.com',
    'example.com/8',
  ])('is not "%s"', (text) => {
    expect(parseCidr(text)).toBeUndefined();
  });
});
