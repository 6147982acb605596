import { messageContext, messageOf, previousOf, type StoredMessage } from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { conversations } from '../conversations/records.ts';
import { recordEvent } from '../events/service.ts';
import type { TenantContext } from '../tenancy/context.ts';

/**
 * Records that the actor of the context changed a message. Records nothing if no field that the API shows has changed.
 * Call it in the transaction of the change.
 */
export async function recordUpdated(
  ctx: TenantContext,
  before: StoredMessage,
  after: StoredMessage,
): Promise<void> {
  const object = messageOf(after);
  const previous = previousOf(messageOf(before), object);
  if (Object.keys(previous).length === 0) return;
  const [conversation, contact] = await Promise.all([
    conversations.find(ctx, after.conversationId),
    contacts.find(ctx, after.contactId),
  ]);
  recordEvent(ctx, 'message.updated', {
    object,
    previous,
    context: messageContext(conversation, contact),
  });
}
