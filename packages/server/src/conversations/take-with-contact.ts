import { notFound, type StoredContact, type StoredConversation } from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { RunAgainError } from '../db/failures.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { conversations } from './records.ts';

/**
 * Locks a conversation and its contact until the end of the transaction. Locks the contact first, as inbound messages,
 * merges and erasures do, so that two transactions cannot deadlock. Throws SVC-NOT-FOUND without a conversation.
 */
export async function takeWithContact(
  ctx: TenantContext,
  id: string,
): Promise<{ conversation: StoredConversation; contact: StoredContact }> {
  const seen = await conversations.find(ctx, id);
  if (!seen) throw notFound('conversation', id);
  const contact = await contacts.lock(ctx, seen.contactId);
  // The contact was merged or erased since the conversation was read.
  if (!contact) throw new RunAgainError();
  const conversation = await conversations.take(ctx, id);
  if (conversation.contactId !== contact.id) throw new RunAgainError();
  return { conversation, contact };
}
