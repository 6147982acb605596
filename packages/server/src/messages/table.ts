import type { Message, MessageEvent } from '@parley/contract/schemas';
import { rowsIn } from '../db/table.ts';

export interface MessageRow {
  id: string;
  channel_id: string;
  channel_type: Message['channelType'];
  conversation_id: string;
  contact_id: string;
  direction: Message['direction'];
  type: Message['type'];
  from_address: string;
  to_address: string;
  text: string | null;
  text_key: string | null;
  content: string | null;
  status: Message['status'];
  error: string | null;
  attempts: number;
  /** Of the current series: a retry by hand begins a new one. */
  failures: number;
  /** Entries of message_events; the next one's id follows. */
  timeline_length: number;
  external_id: string | null;
  source_type: Message['source']['type'];
  source_id: string | null;
  message_tag: Message['messageTag'];
  metadata: string;
  is_deleted: number;
  edited_at: string | null;
  /** When the current series began: its time to live counts from here. */
  queued_at: string | null;
  /** The turn it was given by the channel's throttle. */
  slot_at: number | null;
  sending_at: number | null;
  created_at: string;
  sent_at: string | null;
  delivered_at: string | null;
  read_at: string | null;
  failed_at: string | null;
  canceled_at: string | null;
  updated_at: string;
}

export const messagesTable = rowsIn<MessageRow>('messages');

export interface MessageEventRow {
  message_id: string;
  id: string;
  type: MessageEvent['type'];
  at: string;
  received_at: string;
  ignored: number;
  error: string | null;
}

export const messageEventsTable = rowsIn<MessageEventRow>('message_events');
