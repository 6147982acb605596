import type { MessageEvent } from '@parley/contract/schemas';
import type { ChannelRow } from '../../channels/table.ts';
import type { ContactRow } from '../../contacts/table.ts';
import type { ConversationRow } from '../../conversations/table.ts';
import type { NewEvent } from '../../db/statements/append-events.ts';
import type { Settlement } from '../../db/statements/settle-jobs.ts';
import type { MessageRow } from '../table.ts';

/** What a message's next step may depend on, as it is under the lock. */
export interface MessageState {
  readonly message: MessageRow;
  readonly thread: ThreadRow;
  /** When the channel's throttle gives the next turn; 0 unless `takesSlot`. */
  readonly channelNextAtUs: number;
}

/** The conversation of a message with its channel and contact, in one row. */
export interface ThreadRow {
  conversation_id: string;
  conversation_status: ConversationRow['status'];
  assignee_id: string | null;
  conversation_tags: string;
  last_message_id: string | null;
  last_inbound_at: string | null;
  pair_next_at: number;
  contact_id: string;
  contact_name: string | null;
  contact_phone: string | null;
  contact_external_id: string | null;
  contact_tags: string;
  channel_id: string;
  channel_type: ChannelRow['type'];
  channel_provider: ChannelRow['provider'];
  channel_status: ChannelRow['status'];
  channel_status_reason: ChannelRow['status_reason'];
  channel_settings: string;
}

export interface TimelineEntry {
  type: MessageEvent['type'];
  at: string;
  receivedAt: string;
  ignored: boolean;
  error: string | null;
}

export type MessagePatch = Partial<
  Pick<
    MessageRow,
    | 'status'
    | 'error'
    | 'attempts'
    | 'failures'
    | 'external_id'
    | 'queued_at'
    | 'slot_at'
    | 'sending_at'
    | 'sent_at'
    | 'delivered_at'
    | 'read_at'
    | 'failed_at'
    | 'canceled_at'
    | 'updated_at'
  >
>;

export interface Step<Result> {
  result: Result;
  patch?: MessagePatch;
  timeline?: readonly TimelineEntry[];
  events?: readonly Omit<NewEvent, 'tenantId'>[];
  /** The turns taken: of the channel, and of this customer on it. */
  channelNextAtUs?: number;
  pairNextAt?: number;
  /** The message went out, or its reader showed up, at this time. */
  outboundAt?: string;
  seenAt?: ContactRow['last_seen_at'];
  /** How the job ends; its lease is made to last when absent. */
  job?: Pick<Settlement, 'outcome' | 'delayMs' | 'error'>;
}

export interface AdvanceInput<Result = unknown> {
  messageId: string;
  /** With it, nothing is written once the lease is lost. */
  lease: { position: number; leaseToken: string; leaseMs: number } | undefined;
  takesSlot: boolean;
  /** Inside a transaction the caller records the events, at its end. */
  writesEvents: boolean;
  decide(state: MessageState): Step<Result>;
}

export type AdvanceOutput<Result = unknown> =
  /** `deliveries`: its events, written with it, go to webhook endpoints. */
  | { kind: 'advanced'; step: Step<Result>; deliveries: boolean }
  | { kind: 'missing' }
  | { kind: 'lease_lost' };

export const threadColumns = `
  v.id as conversation_id, v.status as conversation_status, v.assignee_id, v.tags as conversation_tags,
  v.last_message_id, v.last_inbound_at, v.pair_next_at,
  k.id as contact_id, v.contact_name, k.phone as contact_phone,
  k.external_id as contact_external_id, k.tags as contact_tags,
  ch.id as channel_id, ch.type as channel_type, ch.provider as channel_provider,
  ch.status as channel_status, ch.status_reason as channel_status_reason, ch.settings as channel_settings`;

/** Entries are numbered under the lock of their message. */
export function timelineId(place: number): string {
  return String(place).padStart(8, '0');
}
