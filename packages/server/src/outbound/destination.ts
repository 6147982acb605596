import { ServiceError } from '@parley/contract/schemas';
import { AddressNotAllowedError, allowedAddresses } from './guarded-agent.ts';
import type { Outbound } from './outbound.ts';
import { isAllowedPort } from './policy.ts';

const lookupTimeoutMs = 2_000;

/**
 * Refuses a URL that would never be called, as SVC-RULE-VIOLATION. A name that does not resolve may do so later and
 * is taken: every attempt looks again. Asks DNS: not inside a transaction.
 */
export async function checkDestination(
  { policy, lookup }: Outbound,
  destination: string,
  field = 'url',
): Promise<void> {
  const url = new URL(destination);
  if (url.protocol !== 'https:' && !policy.allowHttp) {
    throw violation('webhook_url_https_required', field, 'The URL must begin with https://.');
  }
  if (!isAllowedPort(url)) {
    throw violation(
      'webhook_url_port_not_allowed',
      field,
      'Of the ports below 1024, only 80 and 443 are called.',
    );
  }
  const allowed = allowedAddresses(policy, lookup, url.hostname).then(
    () => true,
    (error: unknown) => !(error instanceof AddressNotAllowedError),
  );
  if (!(await withinTime(allowed))) {
    throw violation('webhook_url_not_public', field, 'The host is not at a public address.');
  }
}

/** True when the time is up. */
async function withinTime(answer: Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), lookupTimeoutMs);
  });
  return await Promise.race([answer, late]).finally(() => clearTimeout(timer));
}

function violation(rule: string, field: string, message: string) {
  return new ServiceError('SVC-RULE-VIOLATION', { rule, field }, { message });
}
