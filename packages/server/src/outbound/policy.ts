import {
  type Cidr,
  isPrivateAddress,
  isPublicAddress,
  isWithin,
} from '@parley/contract/public-address';
import { isAllowedPort, isAllowedScheme } from '@parley/domain';
import type { Config } from '../config.ts';

// A tenant sets the URL: it can point into the network of the server.

/** The addresses that tenants may name, besides public addresses over https. */
export interface OutboundPolicy {
  readonly allowHttp: boolean;
  /** Whether loopback and private networks are allowed. */
  readonly allowPrivate: boolean;
  readonly allowedCidrs: readonly Cidr[];
}

/**
 * Returns the policy for webhooks. It allows few addresses, because the tenant sees the status and the start of the
 * response, and must not read those of private services.
 */
export function webhookPolicy(config: Config): OutboundPolicy {
  return {
    allowHttp: config.webhookAllowHttp,
    allowPrivate: config.webhookAllowPrivate,
    allowedCidrs: config.webhookAllowedCidrs,
  };
}

/** Returns the policy for fetched pages. It never allows all private networks, because the tenant gets the response. */
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

/**
 * Returns why a URL must not be called; undefined when it may be. Does not resolve the host, which is checked when
 * connecting.
 */
export function wrongWith(
  policy: OutboundPolicy,
  url: URL,
): 'scheme' | 'port' | 'user' | undefined {
  if (!isAllowedScheme(url, policy)) return 'scheme';
  if (!isAllowedPort(url)) return 'port';
  return url.username === '' && url.password === '' ? undefined : 'user';
}
