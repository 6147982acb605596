import type { Channel, Message } from '@parley/contract/schemas';
import { displayName, fold, type StoredContact } from '@parley/domain';
import type { ConversationRow } from '../conversations/table.ts';
import { recordEvent } from '../events/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import * as repository from './repository.ts';
import type { MessageRow } from './table.ts';

export interface Received {
  channel: Channel;
  contact: StoredContact;
  thread: ConversationRow;
  from: string;
  externalId: string;
  /** When the customer sent it. */
  at: string;
  content: Pick<Message, 'type' | 'text' | 'location' | 'interactive'>;
}

export async function findReceived(
  ctx: TenantContext,
  channelId: string,
  externalId: string,
): Promise<Message | undefined> {
  return await repository.findInbound(ctx.db, channelId, externalId);
}

/** A message of a customer; undefined when the channel has one with this externalId. In a transaction. */
export async function recordReceived(
  ctx: TenantContext,
  received: Received,
): Promise<Message | undefined> {
  const { contact, thread } = received;
  const receivedAt = ctx.now().toISOString();
  const row = toRow(ctx, received, receivedAt);
  if (!(await repository.insertInbound(ctx.db, row, receivedAt))) return undefined;
  const message = repository.toMessage(row);
  const byContact = { type: 'contact', id: contact.id, grantId: null } as const;
  recordEvent({ ...ctx, actor: byContact }, 'message.received', {
    subject: { type: 'message', id: message.id },
    object: message,
    context: {
      conversation: {
        id: thread.id,
        status: thread.status,
        assigneeId: thread.assignee_id,
        tags: JSON.parse(thread.tags),
      },
      contact: {
        id: contact.id,
        name: displayName(contact),
        phone: contact.phone,
        externalId: contact.externalId,
        tags: contact.tags,
      },
    },
  });
  return message;
}

function toRow(ctx: TenantContext, received: Received, receivedAt: string): MessageRow {
  const { channel, contact, thread, content, at } = received;
  const { text, location, interactive } = content;
  const carried = { ...(location && { location }), ...(interactive && { interactive }) };
  return {
    id: ctx.newId('msg'),
    channel_id: channel.id,
    channel_type: channel.type,
    conversation_id: thread.id,
    contact_id: contact.id,
    direction: 'inbound',
    type: content.type,
    from_address: received.from,
    to_address: channel.address ?? channel.id,
    text,
    text_key: text === null ? null : fold(text),
    content: Object.keys(carried).length === 0 ? null : JSON.stringify(carried),
    status: 'received',
    error: null,
    attempts: 0,
    failures: 0,
    timeline_length: 1,
    external_id: received.externalId,
    source_type: 'contact',
    source_id: null,
    message_tag: null,
    metadata: '{}',
    is_deleted: 0,
    edited_at: null,
    queued_at: null,
    slot_at: null,
    sending_at: null,
    created_at: at,
    sent_at: null,
    delivered_at: null,
    read_at: null,
    failed_at: null,
    canceled_at: null,
    updated_at: receivedAt,
  };
}
