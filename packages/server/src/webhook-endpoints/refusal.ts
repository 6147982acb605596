import { ServiceError } from '@parley/contract/schemas';
import { checkDestination } from '../outbound/destination.ts';
import type { Outbound } from '../outbound/outbound.ts';

/** The rule that a destination breaks; undefined when none. Uses DNS: not inside a transaction. */
export async function refusalOf(
  outbound: Outbound,
  url: string,
): Promise<ServiceError | undefined> {
  try {
    await checkDestination(outbound, url);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
