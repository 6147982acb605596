import { ServiceError } from '@parley/contract/schemas';
import { checkDestination } from '../outbound/destination.ts';
import type { Outbound } from '../outbound/outbound.ts';

/** Returns why a destination is not allowed; undefined when it is. Uses DNS: do not call it in a transaction. */
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
