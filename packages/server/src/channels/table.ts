import type { Channel } from '@parley/contract/schemas';
import { rowsIn } from '../db/table.ts';

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

export const channelsTable = rowsIn<ChannelRow>('channels');

export interface ChannelThrottleRow {
  channel_id: string;
  next_at_us: number;
}

export const channelThrottlesTable = rowsIn<ChannelThrottleRow>('channel_throttles');
