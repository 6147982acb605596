import type { Conversation } from '@parley/contract/schemas';
import { rowsIn } from '../db/table.ts';

type LastMessage = NonNullable<Conversation['lastMessage']>;

export interface ConversationRow {
  id: string;
  channel_id: string;
  channel_type: Conversation['channelType'];
  contact_id: string;
  contact_name: string | null;
  contact_phone: string | null;
  contact_avatar_url: string | null;
  address: string;
  thread: number;
  status: Conversation['status'];
  priority: Conversation['priority'];
  assignee_id: string | null;
  subject: string | null;
  tags: string;
  tags_key: string;
  metadata: string;
  unread_count: number;
  last_message_id: string | null;
  last_message_direction: LastMessage['direction'] | null;
  last_message_type: LastMessage['type'] | null;
  last_message_text: string | null;
  last_message_status: LastMessage['status'] | null;
  last_message_asc: string;
  last_message_desc: string;
  last_inbound_at: string | null;
  last_outbound_at: string | null;
  first_reply_at: string | null;
  waiting_since: string;
  sent_since_inbound: number;
  pair_next_at: number;
  snoozed_until: string | null;
  closed_at: string | null;
  source: Conversation['source'];
  reopen_count: number;
  message_count: number;
  created_at: string;
  updated_at: string;
}

export const conversationsTable = rowsIn<ConversationRow>('conversations');
