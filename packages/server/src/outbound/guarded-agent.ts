import { isIP, type LookupFunction } from 'node:net';
import { webhookAttemptErrors } from '@parley/contract/schemas';
import { Agent, buildConnector } from 'undici';
import type { Lookup } from './lookup.ts';
import { isAllowedAddress, type OutboundPolicy } from './policy.ts';

/** Thrown when the policy forbids all addresses of a host. The message does not contain the addresses. */
export class AddressNotAllowedError extends Error {
  override readonly name = 'AddressNotAllowedError';

  constructor() {
    super(webhookAttemptErrors.address_not_allowed);
  }
}

const connectTimeoutMs = 15_000;
/**
 * The wait before the next address of a host is tried, in milliseconds. Node's default of 250 ms is too short between
 * continents.
 */
const nextAddressMs = 1_000;
const keepAliveMs = 4_000;
const maxKeepAliveMs = 60_000;

/** Returns an agent that connects only to addresses that the policy allows. It checks the address, not the name. */
export function createGuardedAgent(policy: OutboundPolicy, lookup: Lookup): Agent {
  const connect = buildConnector({
    // Not called for IP addresses. The connection uses the checked address: the name is not resolved again.
    lookup: guardedLookup(policy, lookup),
    timeout: connectTimeoutMs,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: nextAddressMs,
  });
  return new Agent({
    connect: (options, callback) => {
      if (isIP(options.hostname) && !isAllowedAddress(policy, options.hostname)) {
        process.nextTick(callback, new AddressNotAllowedError(), null);
        return;
      }
      connect(options, (error, socket) => {
        if (error) return callback(error, null);
        const peer = socket.remoteAddress;
        if (peer !== undefined && isAllowedAddress(policy, peer)) return callback(null, socket);
        socket.destroy();
        callback(peer === undefined ? new Error('closed') : new AddressNotAllowedError(), null);
      });
    },
    // The caller has a deadline for the whole exchange: these would only add timers.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: maxKeepAliveMs,
  });
}

/** Returns the addresses of a host that the policy allows. Throws AddressNotAllowedError when there are none. */
export async function allowedAddresses(
  policy: OutboundPolicy,
  lookup: Lookup,
  hostname: string,
): Promise<string[]> {
  const addresses = await addressesOf(hostname, lookup);
  const allowed = addresses.filter((address) => isAllowedAddress(policy, address));
  if (allowed.length === 0) throw new AddressNotAllowedError();
  return allowed;
}

async function addressesOf(hostname: string, lookup: Lookup): Promise<readonly string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host)) return [host];
  // These names mean this machine, whatever a resolver says.
  if (/^(?:.*\.)?localhost\.?$/i.test(host)) return ['127.0.0.1', '::1'];
  return await lookup(host);
}

function guardedLookup(policy: OutboundPolicy, lookup: Lookup): LookupFunction {
  return (hostname, { all }, callback) => {
    allowedAddresses(policy, lookup, hostname).then(
      (allowed) => {
        const addresses = allowed.map((address) => ({ address, family: isIP(address) }));
        const [first] = addresses;
        if (all || !first) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}
