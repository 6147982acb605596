import {
  type Cidr,
  isPrivateAddress,
  isPublicAddress,
  isWithin,
} from '@parley/contract/public-address';
import { isAllowedPort, isAllowedScheme } from '@parley/domain';
import type { Config } from '../config.ts';

// A tenant sets the URL: it can point into the network of the server.

/** The addresses allowed for tenants besides public addresses over https. */
export interface OutboundPolicy {
  readonly allowHttp: boolean;
  /** Loopback and private networks. */
  readonly allowPrivate: boolean;
  readonly allowedCidrs: readonly Cidr[];
}

/** The tenant sees the status and the start of the response. */
export function webhookPolicy(config: Config): OutboundPolicy {
  return {
    allowHttp: config.webhookAllowHttp,
    allowPrivate: config.webhookAllowPrivate,
    allowedCidrs: config.webhookAllowedCidrs,
  };
}

/** The tenant gets the answer, so that a whole private network is never opened. */
export function fetchPolicy(config: Config): OutboundPolicy {
  return { allowHttp: true, allowPrivate: false, allowedCidrs: config.fetchAllowedCidrs };
}

export function isAllowedAddress(policy: OutboundPolicy, address: string): boolean {
  return (
    isPublicAddress(address) ||
    (policy.allowPrivate && isPrivateAddress(address)) ||
    isWithin(address, policy.allowedCidrs)
  );
}

/** Why the URL must not be called, without resolving its host; the host is checked at the connection. */
export function wrongWith(
  policy: OutboundPolicy,
  url: URL,
): 'scheme' | 'port' | 'user' | undefined {
  if (!isAllowedScheme(url, policy)) return 'scheme';
  if (!isAllowedPort(url)) return 'port';
  return url.username === '' && url.password === '' ? undefined : 'user';
}
