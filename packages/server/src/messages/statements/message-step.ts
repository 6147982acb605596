import type { Tenant } from '@parley/contract/schemas';
import type { ConsentChange } from '@parley/domain';
import type { ChannelRow } from '../../channels/table.ts';
import type { ContactRow } from '../../contacts/table.ts';
import type { ConversationRow } from '../../conversations/table.ts';
import { batchOf, texts } from '../../db/batches.ts';
import type { NewEvent } from '../../events/statements/append-events.ts';
import type { Ending, Settlement } from '../../jobs/statements/settle-jobs.ts';
import type { MessageEventRow, MessageRow } from '../table.ts';

// Shared by both databases for a step of a message.

/** The rows that the next step of a message may depend on, read under the message's lock. */
export interface MessageRows {
  readonly message: MessageRow;
  readonly context: ContextRow;
}

/** The conversation of a message with its channel and contact, in one row. */
export interface ContextRow {
  conversation_id: string;
  conversation_status: ConversationRow['status'];
  assignee_id: string | null;
  conversation_tags: string;
  last_message_id: string | null;
  last_inbound_at: string | null;
  sent_since_inbound: number;
  first_reply_at: string | null;
  present_window: number;
  pair_next_at: number;
  contact_id: string;
  contact_name: string | null;
  contact_phone: string | null;
  contact_external_id: string | null;
  contact_tags: string;
  contact_blocked: number;
  contact_consent: string | null;
  channel_id: string;
  channel_type: ChannelRow['type'];
  channel_provider: ChannelRow['provider'];
  channel_status: ChannelRow['status'];
  channel_status_reason: ChannelRow['status_reason'];
  channel_settings: string;
  channel_paused_until: number;
  tenant_status: Tenant['status'];
}

export const contextColumns = `
  v.id as conversation_id, v.status as conversation_status, v.assignee_id, v.tags as conversation_tags,
  v.last_message_id, v.last_inbound_at, v.sent_since_inbound, v.first_reply_at, v.window_number as present_window,
  v.pair_next_at,
  k.id as contact_id, v.contact_name, k.phone as contact_phone,
  k.external_id as contact_external_id, k.tags as contact_tags,
  k.blocked as contact_blocked, k.consent as contact_consent,
  ch.id as channel_id, ch.type as channel_type, ch.provider as channel_provider,
  ch.status as channel_status, ch.status_reason as channel_status_reason, ch.settings as channel_settings,
  ch.paused_until as channel_paused_until, t.status as tenant_status`;

/** SQL that reads a ContextRow. Its `where` must name the conversation `v`. */
export const contextRowSql = `
  select ${contextColumns}
  from conversations v
  join contacts k on k.tenant_id = v.tenant_id and k.id = v.contact_id
  join channels ch on ch.tenant_id = v.tenant_id and ch.id = v.channel_id
  join tenants t on t.tenant_id = v.tenant_id`;

/** Reads the ContextRow of a conversation on SQLite. Its text is a constant: a new one would be hashed for each call. */
export const contextSqliteSql = `${contextRowSql} where v.tenant_id = ? and v.id = ?`;

/** A step in the form in which the database stores it. */
export interface RowStep<Result> {
  result: Result;
  patch?: Partial<MessageRow>;
  /** The next entry of the timeline. */
  entry?: MessageEventRow | undefined;
  event?: Omit<NewEvent, 'tenantId'> | undefined;
  conversation?: ConversationCells | undefined;
  /** When the message was sent. `seenAt` is when the customer last read a message. */
  outboundAt?: string | undefined;
  seenAt?: ContactRow['last_seen_at'] | undefined;
  /** The contact's opt-in or opt-out, which the caller of the statement writes. */
  decision?: { readonly contactId: string; readonly change: ConsentChange } | undefined;
  /** The result with which the job ends. When undefined, the job continues. */
  job?: Ending | undefined;
}

export interface AdvanceInput<Result = unknown> {
  messageId: string;
  /** The lease of the job that takes the step. When it is lost, nothing is written. */
  lease: Pick<Settlement, 'position' | 'leaseToken' | 'orderKey'> | undefined;
  /** Whether the statement records the events. False in a transaction: the caller then records them at the end. */
  writesEvents: boolean;
  decide(rows: MessageRows): RowStep<Result>;
}

export type AdvanceOutput<Result = unknown> =
  /** The step was taken. `deliveries` says whether webhook endpoints get its events. */
  | { kind: 'advanced'; step: RowStep<Result>; deliveries: boolean }
  | { kind: 'missing' }
  | { kind: 'lease_lost' };

export const entryColumns = batchOf({
  ...texts('tenant_id', 'message_id', 'id', 'type', 'at', 'received_at'),
  ignored: 'smallint',
  ...texts('error'),
});

/** The changes that a step makes in the conversation; null keeps a column. */
export interface ConversationCells {
  last_message_status: string | null;
  updated_at: string | null;
  /** When the token bucket of the customer is full again, after the message has used a token. */
  pair_next_at: number | null;
  /** The number to add to `sent_since_inbound`. */
  quota: number;
}
