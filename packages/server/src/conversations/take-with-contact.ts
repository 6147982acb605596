import { notFound, type StoredContact, type StoredConversation } from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { RunAgainError } from '../db/failures.ts';
import { inOrder } from '../db/in-order.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { conversations } from './records.ts';

interface WithContact {
  readonly conversation: StoredConversation;
  readonly contact: StoredContact;
}

/**
 * Locks a conversation and its contact until the end of the transaction. Locks the contact first, as inbound messages,
 * merges and erasures do, so that two transactions cannot deadlock. Throws SVC-NOT-FOUND without a conversation.
 */
export async function takeWithContact(ctx: TenantContext, id: string): Promise<WithContact> {
  const seen = await conversations.find(ctx, id);
  if (!seen) throw notFound('conversation', id);
  const contact = await contacts.lock(ctx, seen.contactId);
  return checked(contact, await conversations.take(ctx, id));
}

/**
 * Like `takeWithContact`, but for a conversation that the caller has read, and sends both locks at once. Call it when
 * the transaction has sent its first lock: otherwise, each row would be locked at the end.
 */
export async function takeSeenWithContact(
  ctx: TenantContext,
  id: string,
  seen: StoredConversation | undefined,
): Promise<WithContact> {
  if (!seen) throw notFound('conversation', id);
  return checked(
    ...(await inOrder([contacts.lock(ctx, seen.contactId), conversations.take(ctx, id)])),
  );
}

/** Throws RunAgainError when the contact was merged or erased since the conversation was read. */
function checked(
  contact: StoredContact | undefined,
  conversation: StoredConversation,
): WithContact {
  if (!contact) throw new RunAgainError();
  if (conversation.contactId !== contact.id) throw new RunAgainError();
  return { conversation, contact };
}
