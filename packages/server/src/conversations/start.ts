import {
  addressVariants,
  type Conversation,
  type CreateConversationBody,
} from '@parley/contract/schemas';
import {
  addressOfContact,
  addressOn,
  checkAvailable,
  checkStart,
  notFound,
  recipientOn,
  type StoredChannel,
  summaryOf,
  withoutAddress,
} from '@parley/domain';
import { channels } from '../channels/service.ts';
import { contacts } from '../contacts/records.ts';
import { lockedIdentity, resolveContact } from '../contacts/service.ts';
import { identitiesTable } from '../contacts/table.ts';
import { rowsIn } from '../db/rows-in.ts';
import { inTransaction, sourceOf, type TenantContext } from '../tenancy/context.ts';
import { lockLimit } from '../tenants/limits.ts';
import { beginConversation, lockNewest } from './effects.ts';
import { conversations } from './records.ts';
import { type ConversationRow, conversationsTable } from './table.ts';

type AddressRow = Pick<
  ConversationRow,
  'id' | 'contact_id' | 'channel_id' | 'address' | 'created_at'
>;
/**
 * The columns of conversations that the search needs. It reads no others, because a contact may have very many
 * conversations.
 */
const addressesTable = rowsIn<AddressRow>(conversationsTable.name, ['id', 'address', 'created_at']);

interface Started {
  readonly status: 200 | 201;
  readonly body: Conversation;
}

/**
 * Returns the conversation that a message to a customer would go into, and creates it if there is none. Throws
 * SVC-NOT-FOUND when the channel or the contact does not exist.
 */
export async function startConversation(
  ctx: TenantContext,
  { channelId, contactId, to }: CreateConversationBody,
): Promise<Started> {
  return await inTransaction(ctx, async (ctx) => {
    const channel = await channels.find(ctx, channelId);
    if (!channel) throw notFound('channel', channelId);
    checkAvailable(channel);
    const used = contactId === undefined ? to : await findAddress(ctx, channel, contactId);
    const recipient = recipientOn(channel.type, used ?? '');
    const found = await resolveContact(ctx, [addressOn(channel, recipient)], 'api');
    const { contact, isNew } = found;
    if (contactId !== undefined && contact.id !== contactId) throw withoutAddress();
    const newest = isNew
      ? undefined
      : await lockNewest(ctx, channel.id, addressVariants(recipient));
    if (newest) return { status: 200, body: await conversations.show(ctx, newest) };
    // `findAddress` has read the addresses under the lock of the contact.
    if (contactId === undefined) await lockedIdentity(ctx, found);
    checkStart(contact);
    const { address } = recipient;
    const place = { channel, contact: summaryOf(contact), address, source: sourceOf(ctx) };
    const conversation = await beginConversation(ctx, place);
    return { status: 201, body: await conversations.show(ctx, conversation) };
  });
}

async function findAddress(
  ctx: TenantContext,
  channel: StoredChannel,
  contactId: string,
): Promise<string> {
  // The address may need a new contact.
  await lockLimit(ctx, 'contacts');
  // Locks the contact: its addresses must be the same when the conversation is created.
  const contact = await contacts.take(ctx, contactId);
  const ofContact = { contact_id: contactId };
  const [begun, linked] = await Promise.all([
    ctx.db
      .select(addressesTable)
      .where({ ...ofContact, channel_id: channel.id })
      .sortBy('id'),
    ctx.db.select(identitiesTable).where(ofContact).sortBy('id'),
  ]);
  return addressOfContact(channel, {
    contact,
    identities: linked.map((row) => identitiesTable.toRecord(row)),
    conversations: begun.map((row) => ({ address: row.address, createdAt: row.created_at })),
  });
}
