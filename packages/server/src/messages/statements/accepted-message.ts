import type { Message, TenantLimitReached, WindowInput } from '@parley/contract/schemas';
import {
  type LimitCount,
  openRecipient,
  type Reachable,
  type StoredChannel,
  type StoredConversation,
  unknownConsent,
} from '@parley/domain';
import type { ChannelRow } from '../../channels/table.ts';
import type { ConversationRow } from '../../conversations/table.ts';
import { batchOf, integers, texts } from '../../db/batches.ts';
import { fromJson } from '../../db/columns.ts';
import { latest } from '../../db/sort-keys.ts';
import type { NewEvent } from '../../events/statements/append-events.ts';
import type { Idempotency, StoredAnswer } from '../../tenancy/idempotency.ts';
import type { MessageRow } from '../table.ts';
import type { ContextRow } from './message-step.ts';

// Shared by both databases for accepting a message.

/** The conversation of a message, under a lock, with its channel and contact. */
export interface LockedConversation {
  readonly recipient: Reachable;
  readonly channel: Pick<
    StoredChannel,
    'id' | 'type' | 'status' | 'statusReason' | 'address' | 'settings' | 'templatesSyncedAt'
  >;
  readonly conversation: Pick<
    StoredConversation,
    'id' | 'contactId' | 'address' | 'windowNumber' | keyof WindowInput
  >;
  /** The limit of messages of the tenant, under a lock. Undefined for a tenant without one. */
  readonly limit?: LimitCount | undefined;
}

export interface Accepted {
  row: MessageRow;
  /** The message as the API returns it. */
  message: Message;
  /** The number by which the waiting messages of a channel are sent: lower numbers first. */
  priority: number;
  /** The text of the message that its conversation shows. */
  lastMessageText: string | null;
  /** The response to store for the Idempotency-Key; undefined when the request has no key. */
  answer: StoredAnswer | undefined;
  /** The parts of a limit that this message reaches. */
  reached?: readonly TenantLimitReached[] | undefined;
}

/** An accepted message and the idempotency key of its request. */
export interface NewlyAccepted {
  readonly accepted: Accepted;
  readonly idempotency: Idempotency | undefined;
}

export interface AcceptInput {
  channelId: string;
  /** The recipient's address in the form of each network. The type of the channel decides which one applies. */
  addresses: Readonly<Record<ChannelRow['type'], string | null>>;
  /** The conversation of the message. When undefined, the message goes to the newest conversation with the address. */
  conversationId: string | undefined;
  idempotency: Idempotency | undefined;
  /** Whether the statement records the event. False in a transaction: the caller then records it at the end. */
  writesEvents: boolean;
  decide(locked: LockedConversation): Accepted | Error;
  /** Called only when an endpoint subscribes to `message.queued`. */
  queuedEvent(accepted: Accepted, context: ContextRow): QueuedEvent;
}

/** Returns whether a message reaches a part of a limit, and the statement may not record the event. */
export function isForTransaction(
  { writesEvents }: AcceptInput,
  { reached = [] }: Accepted,
): boolean {
  return writesEvents && reached.length > 0;
}

type QueuedEvent = Omit<NewEvent, 'tenantId'>;

export type AcceptOutput =
  /**
   * The message was accepted. `event` was written with it; `deliveries` says whether webhook endpoints get that event.
   */
  | { kind: 'accepted'; accepted: Accepted; event?: QueuedEvent; deliveries?: boolean }
  | { kind: 'recorded'; answer: StoredAnswer }
  | { kind: 'refused'; error: Error }
  | { kind: 'no_conversation' }
  /**
   * Nothing was written, because the message reaches a part of a limit: run the statement again in a transaction, which
   * records the event.
   */
  | { kind: 'reaches_limit' }
  /**
   * Nothing was written, because the stored response with this idempotency key has just expired: run the statement
   * again.
   */
  | { kind: 'undecided' };

export const channelColumns = `
  ch.id as channel_id, ch.type as channel_type, ch.status as channel_status,
  ch.status_reason as channel_status_reason, ch.address as channel_address, ch.settings as channel_settings,
  ch.templates_synced_at as channel_templates_synced_at`;
export const conversationColumns = `
  v.id as conversation_id, v.contact_id, v.address, v.last_inbound_at, v.sent_since_inbound, v.first_reply_at, v.window_number,
  (select case when k.blocked = 1 then 'blocked' else k.consent end from contacts k
    where k.tenant_id = v.tenant_id and k.id = v.contact_id) as recipient`;

/** A row with the columns of the conversation and its channel. */
export interface FoundConversation {
  channel_id: ChannelRow['id'];
  channel_type: ChannelRow['type'];
  channel_status: ChannelRow['status'];
  channel_status_reason: ChannelRow['status_reason'];
  channel_address: ChannelRow['address'];
  channel_settings: ChannelRow['settings'];
  channel_templates_synced_at: ChannelRow['templates_synced_at'];
  conversation_id: ConversationRow['id'];
  contact_id: ConversationRow['contact_id'];
  address: ConversationRow['address'];
  last_inbound_at: ConversationRow['last_inbound_at'];
  sent_since_inbound: ConversationRow['sent_since_inbound'];
  first_reply_at: ConversationRow['first_reply_at'];
  window_number: ConversationRow['window_number'];
  /**
   * Whether the contact gets messages: `blocked`, or the JSON of its `consent`. Null when it is not blocked and has not
   * decided.
   */
  recipient: string | null;
}

function recipientOf(text: string | null): Reachable {
  if (text === null) return openRecipient;
  return text === 'blocked'
    ? { consent: unknownConsent, blocked: true }
    : { consent: fromJson(text), blocked: false };
}

export function lockedConversation(row: FoundConversation): LockedConversation {
  return {
    channel: {
      id: row.channel_id,
      type: row.channel_type,
      status: row.channel_status,
      statusReason: row.channel_status_reason,
      address: row.channel_address,
      settings: fromJson(row.channel_settings),
      templatesSyncedAt: row.channel_templates_synced_at,
    },
    conversation: {
      id: row.conversation_id,
      contactId: row.contact_id,
      address: row.address,
      lastInboundAt: row.last_inbound_at,
      sentSinceInbound: row.sent_since_inbound,
      firstReplyAt: row.first_reply_at,
      windowNumber: row.window_number,
    },
    recipient: recipientOf(row.recipient),
  };
}

/** The columns that are written for a new message, without the tenant. */
export const newMessageColumns = batchOf({
  ...texts('id', 'channel_id', 'channel_type', 'conversation_id', 'contact_id'),
  ...texts('direction', 'type', 'from_address', 'to_address', 'text', 'text_key', 'content'),
  ...texts('status', 'source_type', 'source_id', 'message_tag', 'category', 'metadata'),
  ...integers('attempts', 'failures', 'timeline_length', 'window_number'),
  is_deleted: 'smallint',
  ...texts('queued_at', 'created_at', 'updated_at'),
});

/**
 * Returns SQL that changes conversation `v` after messages were accepted. `n` is the prefix of the values of the newest
 * of them; `messages` is their number.
 */
export const acceptedInConversation = (n: 'n.' | '@') => `
  last_message_id = ${n}id, last_message_direction = 'outbound', last_message_type = ${n}type,
  last_message_text = ${n}last_message_text, last_message_status = 'queued',
  last_message_asc = ${n}created_at, last_message_desc = ${n}created_at, last_outbound_at = ${n}created_at,
  waiting_since = '${latest}',
  first_reply_at = case when v.last_inbound_at is null then v.first_reply_at
    else coalesce(v.first_reply_at, ${n}created_at) end,
  sent_since_inbound = v.sent_since_inbound + ${n}messages,
  message_count = v.message_count + ${n}messages, updated_at = ${n}created_at`;

/** SQL for whether an enabled endpoint of the tenant subscribes to `message.queued`. */
export const isAwaited = (tenant: string) =>
  `exists (select 1 from webhook_subscriptions s
     where s.tenant_id = ${tenant} and s.pattern = 'message.queued')`;

type Delivered = Pick<MessageRow, 'id' | 'conversation_id' | 'channel_id' | 'created_at'>;

/** Returns the job that sends a message. Jobs of one conversation run in order; jobs of one channel share its rate. */
export function deliveryOf(row: Delivered, priority: number) {
  return {
    name: 'deliver-message',
    payload: `{"messageId":"${row.id}"}`,
    orderKey: row.conversation_id,
    lane: row.channel_id,
    priority,
    delayMs: 0,
    createdAt: row.created_at,
  };
}
