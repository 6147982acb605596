import { ServiceError } from '@parley/contract';
import { addressOfHost, isPrivateAddress, isPublicAddress } from '@parley/contract/public-address';
import type { WebhookRules } from './webhook-state.ts';

/** Refuses a URL that the service would never call. Asks no DNS: every name is taken for a public one. */
export function checkUrl(rules: WebhookRules, text: string): void {
  const url = new URL(text);
  if (url.protocol !== 'https:' && !rules.allowHttp) {
    throw violation('webhook_url_https_required', 'The URL must begin with https://.');
  }
  if (!isAllowedPort(url)) {
    throw violation(
      'webhook_url_port_not_allowed',
      'Of the ports below 1024, only 80 and 443 are called.',
    );
  }
  const address = addressOfHost(url.hostname);
  if (address !== undefined && !isAllowedAddress(rules, address)) {
    throw violation('webhook_url_not_public', 'The host is not at a public address.');
  }
}

function isAllowedPort({ port }: URL): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1_024;
}

function isAllowedAddress({ allowPrivate }: WebhookRules, address: string): boolean {
  return isPublicAddress(address) || (allowPrivate && isPrivateAddress(address));
}

function violation(rule: string, message: string): ServiceError {
  return new ServiceError('SVC-RULE-VIOLATION', { rule, field: 'url' }, { message });
}
