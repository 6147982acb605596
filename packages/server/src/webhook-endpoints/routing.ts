import { webhookLimits } from '@parley/contract/schemas';
import { isSentTo, paceOf, type StoredWebhookEndpoint } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { routeEndpoint } from './statements/route-endpoint.ts';

/**
 * Makes a change of an endpoint hold for events and workers: in its transaction, after it is written, and
 * as late as can be, since no event of the tenant is recorded between this and the commit. With `fresh`
 * its failures are forgotten.
 */
export async function syncRouting(
  ctx: TenantContext,
  endpoint: StoredWebhookEndpoint,
  { fresh = false }: { fresh?: boolean } = {},
): Promise<void> {
  const { id: endpointId, events: patterns, channelIds, maxPerSecond } = endpoint;
  await ctx.db.run(routeEndpoint, {
    endpointId,
    enabled: isSentTo(endpoint),
    patterns,
    channelIds,
    maxInFlight: webhookLimits.concurrency,
    throttle: paceOf(maxPerSecond),
    fresh,
  });
}
