import type {
  Channel,
  Contact,
  Conversation,
  Identity,
  Message,
  MessageEvent,
} from '@parley/contract/schemas';

export interface ChannelRow {
  id: string;
  name: string;
  name_key: string;
  type: Channel['type'];
  provider: Channel['provider'];
  status: Channel['status'];
  status_reason: Channel['statusReason'];
  address: string | null;
  external_id: string | null;
  settings: string;
  last_inbound_at: string | null;
  last_outbound_at: string | null;
  last_error_at: string | null;
  last_error: string | null;
  metadata: string;
  created_at: string;
  updated_at: string;
  archived_at: string | null;
}

export interface ChannelThrottleRow {
  channel_id: string;
  next_at_us: number;
}

export interface ContactRow {
  id: string;
  name: string | null;
  name_key: string;
  search_key: string;
  first_name: string | null;
  last_name: string | null;
  phone: string | null;
  email: string | null;
  email_key: string | null;
  external_id: string | null;
  language: string | null;
  country: string | null;
  timezone: string | null;
  avatar_url: string | null;
  lifecycle: Contact['lifecycle'];
  owner_id: string | null;
  tags: string;
  tags_key: string;
  source: Contact['source'];
  last_inbound_at: string | null;
  last_outbound_at: string | null;
  last_seen_at: string;
  metadata: string;
  created_at: string;
  updated_at: string;
}

export interface IdentityRow {
  id: string;
  contact_id: string;
  channel_type: Identity['channelType'];
  scope: string;
  kind: Identity['kind'];
  address: string;
  username: string | null;
  profile_name: string | null;
  last_inbound_at: string | null;
  last_outbound_at: string | null;
  sent_since_inbound: number;
  created_at: string;
}

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

export interface MessageEventRow {
  message_id: string;
  id: string;
  type: MessageEvent['type'];
  at: string;
  received_at: string;
  ignored: number;
  error: string | null;
}

export interface MessagingTables {
  channels: ChannelRow;
  channel_throttles: ChannelThrottleRow;
  contacts: ContactRow;
  identities: IdentityRow;
  conversations: ConversationRow;
  messages: MessageRow;
  message_events: MessageEventRow;
}
