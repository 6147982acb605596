import type { ServiceError } from '@parley/contract/schemas';
import { violation } from './refusals.ts';

// Rules for a URL that a tenant sets. The allowed addresses are checked separately, when the host is resolved.

/** Of the ports below 1024, only 80 and 443 are allowed: not those of mail, SSH or LDAP. */
export function isAllowedPort({ port }: Pick<URL, 'port'>): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1_024;
}

/** Whether the scheme of the URL may be called. */
export function isAllowedScheme(
  { protocol }: Pick<URL, 'protocol'>,
  { allowHttp }: { readonly allowHttp: boolean },
): boolean {
  return protocol === 'https:' || (protocol === 'http:' && allowHttp);
}

/** Throws SVC-RULE-VIOLATION for a URL that would never be called, whatever its host is. */
export function checkCallable(
  url: URL,
  rules: { readonly allowHttp: boolean },
  field: string,
): void {
  if (!isAllowedScheme(url, rules)) {
    const message = 'The URL must begin with https://.';
    throw violation('webhook_url_https_required', field, message);
  }
  if (!isAllowedPort(url)) {
    const message = 'The port of the URL must be 80, 443, or 1024 and above.';
    throw violation('webhook_url_port_not_allowed', field, message);
  }
}

/** The error for a URL whose host is at no address that may be called. */
export function notPublic(field: string): ServiceError {
  return violation(
    'webhook_url_not_public',
    field,
    'The host of the URL must have a public IP address.',
  );
}
