import type { ChannelCheck } from '@parley/contract/schemas';
import type { Verified } from '@parley/domain';
import * as z from 'zod';
import type { Connection, ProviderApp } from '../adapter.ts';
import { refusedCheck, right, wrong } from '../checks.ts';
import { type TikTokAccess, tiktokGet, tiktokPost, tiktokReply } from './api.ts';

const account = z.object({ data: z.object({ username: z.string().optional() }) });
const tokenInfo = z.object({ data: z.object({ open_id: z.string() }) });

/** Checks the token, that it belongs to the account of the channel, and that the server can renew it. */
export async function verifyTikTok(
  access: TikTokAccess,
  { channel, secrets: { refreshToken } }: Connection,
  { appId, appSecret }: ProviderApp,
): Promise<Verified> {
  const businessId = channel.config?.businessId ?? '';
  const refreshable = Boolean(refreshToken && appId && appSecret);
  const found = { expiresAt: channel.credentials?.expiresAt ?? null, refreshable };
  const query = {
    business_id: businessId,
    fields: JSON.stringify(['username', 'display_name']),
  };
  const reply = tiktokReply(await tiktokGet(access, 'business/get/', query));
  if ('refusal' in reply) {
    const fix = 'Check `config.businessId`, or grant the app access again and store its tokens.';
    return { checks: [refusedCheck('token', reply.refusal, fix)], ...found };
  }
  const username = account.safeParse(reply.json).data?.data.username;
  const checks = [
    right('token', `The token can read @${username ?? 'an account without a name'}.`),
    ...(appId === undefined ? [] : [await checkOwner(access, businessId, appId)]),
    checkRenewal(refreshable),
  ];
  return { checks, ...(username && { address: `@${username}` }), ...found };
}

/**
 * Checks that the access token belongs to the account of the channel. A successful read does not prove that, because a
 * token may also read other accounts.
 */
async function checkOwner(
  access: TikTokAccess,
  businessId: string,
  appId: string,
): Promise<ChannelCheck> {
  const name = 'account';
  const json = { app_id: appId, access_token: access.accessToken };
  const reply = tiktokReply(await tiktokPost(access, 'tt_user/token_info/get/', { json }));
  if ('refusal' in reply) {
    return refusedCheck(name, reply.refusal, 'Check that the token belongs to the app `appId`.');
  }
  const owner = tokenInfo.safeParse(reply.json).data?.data.open_id;
  if (owner === businessId) return right(name, 'The token belongs to the account.');
  const detail = `The token belongs to the account ${owner ?? 'unknown'}.`;
  return wrong(
    name,
    detail,
    'Set `config.businessId` to this ID, or store a token of the account.',
  );
}

function checkRenewal(refreshable: boolean): ChannelCheck {
  const name = 'renewal';
  if (refreshable) return right(name, 'The server can renew the token.');
  const detail = 'The token expires after 24 hours, and the server cannot renew it.';
  const fix =
    'Store `credentials.refreshToken`, `appId` and `appSecret`. The last two may be settings of the server.';
  return wrong(name, detail, fix);
}
