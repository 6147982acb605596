import { type ChannelCheck, webhookFields } from '@parley/contract/schemas';
import type { Verified } from '@parley/domain';
import * as z from 'zod';
import type { Connection } from '../adapter.ts';
import { refusedCheck, right, wrong } from '../checks.ts';
import { type GraphAccess, graphGet, graphReply } from '../graph.ts';
import { subscribe } from '../subscription.ts';

const provider = 'instagram_graph';
const subscribedFields = webhookFields.instagram.join(',');

const account = z.object({
  // The ID in webhooks. The field `id` has another number.
  user_id: z.union([z.string(), z.number()]).transform(String),
  username: z.string().optional(),
});

/** Checks the access token, its account, and the subscription of the app to webhooks. */
export async function verifyInstagram(
  access: GraphAccess,
  { channel }: Connection,
): Promise<Verified> {
  const checks: ChannelCheck[] = [];
  const fields = 'user_id,username,name,account_type';
  const answer = await graphGet(access, 'me', { fields });
  const me = graphReply(provider, answer);
  if ('refusal' in me) {
    const fix = 'Sign in with Instagram again, and store the new `credentials.accessToken`.';
    checks.push(refusedCheck('token', me.refusal, fix));
    return { checks, expiresAt: null, refreshable: false };
  }
  checks.push(right('token', 'The token can read its account.'));
  const read = account.safeParse(me.json);
  const { user_id: userId, username } = read.success ? read.data : {};
  if (userId === channel.config?.igUserId) {
    checks.push(right('account', `The token belongs to @${username ?? userId}.`));
  } else {
    const detail = `The token belongs to the account ${userId ?? 'unknown'}.`;
    checks.push(wrong('account', detail, 'Set `config.igUserId` to this number.'));
  }
  checks.push(
    await subscribe(access, {
      provider,
      path: `me/subscribed_apps?subscribed_fields=${subscribedFields}`,
      fix: 'Give the app `instagram_business_manage_messages`, and set it to Live.',
    }),
  );
  const address = username === undefined ? undefined : `@${username}`;
  return { checks, address, expiresAt: channel.credentials?.expiresAt ?? null, refreshable: true };
}
