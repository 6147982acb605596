import type { ChannelCheck } from '@parley/contract/schemas';
import * as z from 'zod';
import { refusedCheck, right, wrong } from './checks.ts';
import { type GraphAccess, type GraphProvider, graphPost, graphReply } from './graph.ts';

interface Subscription {
  readonly provider: GraphProvider;
  /** The path of the account's subscriptions. */
  readonly path: string;
  /** Tells the operator how to mend a refusal of the provider. */
  readonly fix: string;
}

const subscribed = z.object({ success: z.literal(true) });

/**
 * Subscribes the app to the webhooks of an account. Without the subscription, no webhook arrives, even if the settings
 * of the app name them.
 */
export async function subscribe(
  access: GraphAccess,
  { provider, path, fix }: Subscription,
): Promise<ChannelCheck> {
  const name = 'webhook_subscription';
  const reply = graphReply(provider, await graphPost(access, path, {}));
  if ('refusal' in reply) return refusedCheck(name, reply.refusal, fix);
  if (subscribed.safeParse(reply.json).success) {
    return right(name, 'The app gets the webhooks of the account.');
  }
  const again = 'Try again; then look at the app in the dashboard of Meta.';
  return wrong(name, 'The subscription was not confirmed.', again);
}
