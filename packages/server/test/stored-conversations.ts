import { contactRules, conversationRules, type StoredConversation } from '@parley/domain';
import { contactsTable } from '../src/contacts/table.ts';
import { conversationsTable } from '../src/conversations/table.ts';
import type { RowOf } from '../src/db/table.ts';
import type { TenantDb } from '../src/db/tenant-db.ts';
import { messagesTable } from '../src/messages/table.ts';
import type { TenantContext } from '../src/tenancy/context.ts';

/** The time of the record with this number: a second after that of the one before. */
export const timeOf = (n: number) => new Date(1.7e12 + n * 1_000).toISOString();

/** Stores a contact, "Ana" with its number, and its conversation without messages. For databases without foreign keys. */
export async function storeConversation(
  ctx: TenantContext,
  db: TenantDb,
  n: number,
  fields: Partial<StoredConversation>,
): Promise<{ id: string; contactId: string }> {
  const at = timeOf(n);
  const contact = contactRules.initial({ name: `Ana ${n}` }, { id: ctx.newId('con'), at });
  const place = {
    channel: { id: 'cha_1', type: 'whatsapp' },
    contact: { id: contact.id, name: null, phone: null, avatarUrl: null },
    address: `${n}`,
    source: 'api',
  } as const;
  const conversation = conversationRules.initial(place, { id: ctx.newId('cnv'), at });
  await db.insert(contactsTable, contactsTable.toRow(contact));
  await db.insert(conversationsTable, conversationsTable.toRow({ ...conversation, ...fields }));
  return { id: conversation.id, contactId: contact.id };
}

/** Returns the row of an inbound text message. */
export function messageRow(
  ctx: TenantContext,
  { id: conversationId, contactId }: { id: string; contactId: string },
  { text, at }: { text: string; at: string },
): RowOf<typeof messagesTable> {
  const cells = {
    id: ctx.newId('msg'),
    channelId: 'cha_1',
    channelType: 'whatsapp',
    conversationId,
    contactId,
    direction: 'inbound',
    type: 'text',
    status: 'received',
    text,
    from: '1',
    to: '2',
    attempts: 0,
    failures: 0,
    sourceType: 'api',
    metadata: {},
    isDeleted: false,
    windowNumber: 0,
    createdAt: at,
    updatedAt: at,
  };
  // The other columns of a message may be null.
  return messagesTable.toRow(cells as never);
}
