import type { Message } from '@parley/contract/schemas';
import type { MessageState, SendOutcome } from '@parley/domain';
import { addStatedAddresses } from '../contacts/aliases.ts';
import type { TenantContext } from '../tenancy/context.ts';

/**
 * Adds the addresses that the response of a provider states for the recipient to the contact. Never throws: after an
 * error or a kill, the reports about the message add them.
 */
export async function noteRecipient(
  ctx: TenantContext,
  message: Message,
  { channel, outcome }: { channel: MessageState['channel']; outcome: SendOutcome },
): Promise<void> {
  if (outcome.kind !== 'accepted' || !outcome.recipient) return;
  try {
    await addStatedAddresses(ctx, { message, channel, stated: outcome.recipient });
  } catch (error) {
    const fields = { err: error, messageId: message.id };
    ctx.log.error(fields, 'could not store addresses of a recipient');
  }
}
