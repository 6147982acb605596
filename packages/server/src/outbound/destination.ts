import { ServiceError } from '@parley/contract/schemas';
import { AddressNotAllowedError, allowedAddresses } from './guarded-agent.ts';
import type { Outbound } from './outbound.ts';
import { isAllowedPort } from './policy.ts';

const lookupTimeoutMs = 2_000;

/** Throws what `refusalOf` finds. */
export async function checkDestination(
  outbound: Outbound,
  destination: string,
  field?: string,
): Promise<void> {
  const refusal = await refusalOf(outbound, destination, field);
  if (refusal) throw refusal;
}

/**
 * Why a URL would never be called, as SVC-RULE-VIOLATION; null when it may be. A name that does not resolve may do so
 * later and is taken: every attempt looks again. Asks DNS: not inside a transaction.
 */
export async function refusalOf(
  { policy, lookup }: Outbound,
  destination: string,
  field = 'url',
): Promise<ServiceError<'SVC-RULE-VIOLATION'> | null> {
  const url = new URL(destination);
  if (url.protocol !== 'https:' && !policy.allowHttp) {
    return violation('webhook_url_https_required', field, 'The URL must begin with https://.');
  }
  if (!isAllowedPort(url)) {
    const message = 'Of the ports below 1024, only 80 and 443 are called.';
    return violation('webhook_url_port_not_allowed', field, message);
  }
  const allowed = allowedAddresses(policy, lookup, url.hostname).then(
    () => true,
    (error: unknown) => !(error instanceof AddressNotAllowedError),
  );
  if (await withinTime(allowed)) return null;
  return violation('webhook_url_not_public', field, 'The host is not at a public address.');
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
