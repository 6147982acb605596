import type { ServiceError } from '@parley/contract/schemas';
import { violation } from './refusals.ts';

// The rules for a URL that a tenant sets. IP addresses are checked separately, when the host name is resolved.

/**
 * Returns whether the server may call the port: 80, 443, or any from 1024. Lower ports belong to services such as mail,
 * SSH or LDAP.
 */
export function isAllowedPort({ port }: Pick<URL, 'port'>): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1_024;
}

/** Returns whether the server may call URLs with this scheme. */
export function isAllowedScheme(
  { protocol }: Pick<URL, 'protocol'>,
  { allowHttp }: { readonly allowHttp: boolean },
): boolean {
  return protocol === 'https:' || (protocol === 'http:' && allowHttp);
}

/** Throws SVC-RULE-VIOLATION for a URL that the server would never call, whatever the address of its host. */
export function checkCallable(
  url: URL,
  rules: { readonly allowHttp: boolean },
  field: string,
): void {
  if (!isAllowedScheme(url, rules)) throw violation('webhook_url_https_required', field);
  if (!isAllowedPort(url)) throw violation('webhook_url_port_not_allowed', field);
}

/** Returns the error for a URL whose host has no IP address that the server may call. */
export function notPublic(field: string): ServiceError {
  return violation('webhook_url_not_public', field);
}
