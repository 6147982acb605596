import { authError, type Message, transientError } from '@parley/contract/schemas';
import type { SendOutcome } from '@parley/domain';
import { getMessage } from '../../messages/service.ts';
import { SealError, type Sealer } from '../../sealing.ts';
import type { TenantContext } from '../../tenancy/context.ts';
import { openSecrets } from '../secrets.ts';
import { channels } from '../service.ts';
import type { Connection } from './adapter.ts';
import { refused } from './outcomes.ts';

/** A message with the account that sends it. */
export interface Outgoing extends Connection {
  readonly message: Message;
  readonly attempt: number;
  /** The provider's id of the message that this one replies or reacts to. */
  readonly targetId: string | undefined;
}

/**
 * Sends a message with the account of its channel. What fails before the provider is called is a refusal: nothing was
 * sent.
 */
export async function sendConnected(
  ctx: TenantContext,
  sealer: Sealer,
  { message, attempt }: Pick<Outgoing, 'message' | 'attempt'>,
  send: (outgoing: Outgoing) => Promise<SendOutcome>,
): Promise<SendOutcome> {
  let outgoing: Outgoing;
  try {
    const [connection, targetId] = await Promise.all([
      readConnection(ctx, sealer, message.channelId),
      findTargetId(ctx, message),
    ]);
    outgoing = { ...connection, message, attempt, targetId };
  } catch (error) {
    ctx.log.error({ err: error, channelId: message.channelId }, 'could not read a connection');
    const why = error instanceof SealError ? error.message : null;
    return { kind: 'refused', ...refused(why === null ? transientError : authError, null, why) };
  }
  if (outgoing.secrets.accessToken === undefined) {
    const why = 'The channel has no access token.';
    return { kind: 'refused', ...refused(authError, null, why) };
  }
  return await send(outgoing);
}

/** The account and the credentials of a channel. Throws SVC-NOT-FOUND and SealError. */
export async function readConnection(
  ctx: TenantContext,
  sealer: Sealer,
  channelId: string,
): Promise<Connection & { readonly version: number }> {
  const [channel, opened] = await Promise.all([
    channels.find(ctx, channelId),
    openSecrets(ctx, sealer, channelId),
  ]);
  if (!channel) throw new Error(`the channel ${channelId} of a message is gone`);
  return { channel, ...opened };
}

/** When the message was accepted, the one that it names may not have been sent. */
async function findTargetId(ctx: TenantContext, message: Message): Promise<string | undefined> {
  const target = message.replyTo ?? message.reaction;
  if (!target) return undefined;
  if (target.externalId !== null || target.messageId === null)
    return target.externalId ?? undefined;
  return (await getMessage(ctx, target.messageId)).externalId ?? undefined;
}
