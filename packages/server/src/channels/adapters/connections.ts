import { authError, type Message, transientError } from '@parley/contract/schemas';
import { endsByRenewal, type SendOutcome } from '@parley/domain';
import { getMessage } from '../../messages/service.ts';
import type { AppConfig } from '../../provider-config.ts';
import { SealError, type Sealer } from '../../sealing.ts';
import type { TenantContext } from '../../tenancy/context.ts';
import { hasNewerConnection, openSecrets } from '../secrets.ts';
import { channels } from '../service.ts';
import type { Connection, ProviderApp, SendRequest } from './adapter.ts';
import { type ProviderRefusal, refused } from './outcomes.ts';

/** A message with the account of the channel that sends it. */
export interface Outgoing extends Connection, SendRequest {
  /** The provider's ID of the message that this message replies or reacts to. */
  readonly targetId: string | undefined;
}

type Versioned = Connection & { readonly version: number };

/**
 * Sends a message with the account of its channel. A failure before the call of the provider is returned as a refusal,
 * because nothing was sent.
 */
export async function sendConnected(
  ctx: TenantContext,
  sealer: Sealer,
  request: SendRequest,
  send: (outgoing: Outgoing) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  const { message } = request;
  const opened = await openConnection(ctx, sealer, message.channelId);
  if ('refusal' in opened) return { kind: 'refused', ...opened.refusal };
  let targetId: string | undefined;
  try {
    targetId = await findTargetId(ctx, message);
  } catch (error) {
    ctx.log.error({ err: error, messageId: message.id }, 'could not read the target of a message');
    return { kind: 'refused', ...refused(transientError, null) };
  }
  if (!request.isLeased()) {
    const why = 'The server could not call the provider in time.';
    return { kind: 'refused', ...refused(transientError, null, why) };
  }
  const outcome = await send({ ...opened.connection, ...request, targetId });
  if (outcome.kind !== 'refused') return outcome;
  return { ...outcome, connectionVersion: opened.connection.version };
}

/**
 * Returns the refusal of a channel. If the refused account or credentials have been replaced since, returns a temporary
 * refusal instead. Call it in the transaction that records the refusal, before the first write.
 */
export async function presentRefusal(
  ctx: TenantContext,
  channelId: string,
  refusal: ProviderRefusal,
): Promise<ProviderRefusal> {
  const { error, connectionVersion: version } = refusal;
  if (error.code !== 'SVC-CHANNEL-UNAVAILABLE' || version === undefined) return refusal;
  if (!(await hasNewerConnection(ctx, channelId, version))) return refusal;
  const why = 'The provider refused an account or credentials that have been replaced since.';
  return refused(transientError, refusal.providerCode, why);
}

/** Returns the app of a channel: that of the installation, unless the channel has another ID or secret. */
export function appOf({ secrets }: Connection, app: AppConfig): ProviderApp {
  const { appId, appSecret } = secrets;
  const hasOtherId = appId !== undefined && app.appId !== undefined && appId !== app.appId;
  const hasOtherSecret = appSecret !== undefined && !app.appSecrets.includes(appSecret);
  if (hasOtherId || hasOtherSecret) return { appId, appSecret };
  return { appId: appId ?? app.appId, appSecret: appSecret ?? app.appSecrets[0] };
}

/** Returns whether renewing the access token may end the refusal. Call it under the conditions of `presentRefusal`. */
export async function endsSoon(
  ctx: TenantContext,
  channelId: string,
  refusal: ProviderRefusal,
): Promise<boolean> {
  const channel = await channels.find(ctx, channelId);
  return channel !== undefined && endsByRenewal(channel, refusal, ctx.now().getTime());
}

/** Returns the account of a channel, or the reason why it cannot send. Never throws. */
export async function openConnection(
  ctx: TenantContext,
  sealer: Sealer,
  channelId: string,
): Promise<{ readonly connection: Versioned } | { readonly refusal: ProviderRefusal }> {
  try {
    const connection = await readConnection(ctx, sealer, channelId);
    if (connection.secrets.accessToken !== undefined) return { connection };
    const refusal = refused(authError, null, 'The channel has no access token.');
    return { refusal: { ...refusal, connectionVersion: connection.version } };
  } catch (error) {
    ctx.log.error({ err: error, channelId }, 'could not read a connection');
    const why = error instanceof SealError ? error.message : null;
    return { refusal: refused(why === null ? transientError : authError, null, why) };
  }
}

/**
 * Returns the account and the credentials of a channel. Throws SVC-NOT-FOUND without a channel, and a SealError when
 * the credentials cannot be decrypted.
 */
export async function readConnection(
  ctx: TenantContext,
  sealer: Sealer,
  channelId: string,
): Promise<Versioned> {
  // The database usually reads both at once, or the version first. A verification also compares the account.
  const [opened, channel] = await Promise.all([
    openSecrets(ctx, sealer, channelId),
    channels.find(ctx, channelId),
  ]);
  if (!channel) throw new Error(`the channel ${channelId} of a message is gone`);
  return { channel, ...opened };
}

/**
 * Returns the provider's ID of the message that this one replies or reacts to; undefined without one. Call it just
 * before sending: that message may have got its ID only after this one was accepted.
 */
async function findTargetId(ctx: TenantContext, message: Message): Promise<string | undefined> {
  const target = message.replyTo ?? message.reaction;
  if (!target) return undefined;
  if (target.externalId !== null || target.messageId === null)
    return target.externalId ?? undefined;
  return (await getMessage(ctx, target.messageId)).externalId ?? undefined;
}
