import { checkCallable, notPublic } from '@parley/domain';
import { inTime } from '../in-time.ts';
import { AddressNotAllowedError, allowedAddresses } from './guarded-agent.ts';
import type { Outbound } from './outbound.ts';

const lookupTimeoutMs = 2_000;

/**
 * Throws SVC-RULE-VIOLATION for a URL that the policy forbids. Accepts a name that does not resolve now, because every
 * attempt resolves it again. Asks DNS, so do not call it inside a transaction.
 */
export async function checkDestination(
  { policy, lookup }: Outbound,
  destination: string,
  field = 'url',
): Promise<void> {
  const url = new URL(destination);
  checkCallable(url, policy, field);
  const isAllowed = allowedAddresses(policy, lookup, url.hostname).then(
    () => true,
    (error: unknown) => !(error instanceof AddressNotAllowedError),
  );
  if (!(await inTime(isAllowed, lookupTimeoutMs, () => true))) throw notPublic(field);
}
