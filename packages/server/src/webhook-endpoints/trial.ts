import type { TestWebhookBody, WebhookTestResult } from '@parley/contract/schemas';
import { eventBody, notFound, trialOf } from '@parley/domain';
import { envelopeOf } from '../events/envelope.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { readDestination, sendEvent } from './destination.ts';
import { webhookEndpoints } from './records.ts';

/**
 * Makes one signed attempt that is not logged and not retried. Waits for the network: do not call it in a transaction.
 * Throws SVC-NOT-FOUND when there is no such endpoint.
 */
export async function tryWebhook(
  ctx: TenantContext,
  { outbound, sealer }: { outbound: Outbound; sealer: Sealer },
  id: string,
  type: TestWebhookBody['type'] = 'webhook.test',
): Promise<WebhookTestResult> {
  const endpoint = await webhookEndpoints.get(ctx, id);
  const destination = await readDestination(ctx.db, sealer, id);
  if (!destination) throw notFound('webhookEndpoint', id);
  const envelope = envelopeOf(ctx, type, trialOf(type, endpoint));
  const event = { eventId: envelope.id, body: eventBody(envelope, 0), once: true };
  return await sendEvent(outbound, destination, event, ctx.now());
}
