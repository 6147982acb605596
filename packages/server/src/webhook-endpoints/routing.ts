import { webhookLimits } from '@parley/contract/schemas';
import { fromJson } from '../db/columns.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { routeEndpoint } from './statements/route-endpoint.ts';
import type { WebhookEndpointRow } from './table.ts';
import { throttleOf } from './throttle.ts';

/**
 * Makes a change of an endpoint hold for events and workers: in its transaction, after it is written, and
 * as late as can be, since no event of the tenant is recorded between this and the commit. With `fresh`
 * its failures are forgotten.
 */
export async function syncRouting(
  ctx: TenantContext,
  endpoint: WebhookEndpointRow,
  { fresh = false }: { fresh?: boolean } = {},
): Promise<void> {
  const { id, channel_ids: channelIds } = endpoint;
  await ctx.db.run(routeEndpoint, {
    endpointId: id,
    enabled: endpoint.status === 'enabled' && endpoint.deleted_at === null,
    patterns: [...new Set(fromJson<string[]>(endpoint.events))],
    channelIds: channelIds === null ? null : [...new Set(fromJson<string[]>(channelIds))],
    maxInFlight: webhookLimits.concurrency,
    throttle: throttleOf(endpoint.max_per_second),
    fresh,
  });
}
