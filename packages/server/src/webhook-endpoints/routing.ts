import { webhookLimits } from '@parley/contract/schemas';
import { isSentTo, paceOf, type StoredWebhookEndpoint } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { routeEndpoint } from './statements/route-endpoint.ts';

/**
 * Applies a change of an endpoint to the recording of events and to workers. Call it at the end of the transaction of
 * the change: from here to the commit, no other transaction can record events of the tenant. With `fresh`, also clears
 * the endpoint's failures.
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
