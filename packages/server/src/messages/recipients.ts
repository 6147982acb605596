import type { Message } from '@parley/contract/schemas';
import type { MessageState, SendOutcome } from '@parley/domain';
import { addStatedAddresses } from '../contacts/aliases.ts';
import { isUnavailable } from '../db/failures.ts';
import type { TenantContext } from '../tenancy/context.ts';

/**
 * Adds the addresses that the response of a provider states for the recipient to the contact. Call it before the outcome
 * is recorded: when the process is killed in between, a message with a recorded outcome has no missing address. Throws
 * only when the database is unavailable. After another error, the outcome can still be recorded.
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
    if (isUnavailable(error)) throw error;
    ctx.log.error(
      { err: error, messageId: message.id },
      'could not store addresses of a recipient',
    );
  }
}
