import {
  type Channel,
  channelCapabilities,
  type ListChannelsQuery,
  type Page,
} from '@parley/contract/schemas';
import { fromJson, toJson } from '../db/columns.ts';
import { listOf, paginate } from '../db/cursor.ts';
import { nameKey } from '../db/sort-keys.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { type ChannelRow, channelsTable } from './table.ts';

const channelList = listOf<ChannelRow>('channels', { createdAt: 'created_at', name: 'name_key' });

export async function findChannel(db: TenantDb, id: string): Promise<Channel | undefined> {
  const row = await db.select(channelsTable).where({ id }).first();
  return row && toChannel(row);
}

export async function findChannelIds(db: TenantDb, ids: readonly string[]): Promise<string[]> {
  const rows = await db.select(channelsTable).whereIn('id', ids);
  return rows.map(({ id }) => id);
}

/** For a change: nobody else changes it until the end of the transaction. */
export async function lockChannel(db: TenantDb, id: string): Promise<Channel | undefined> {
  const row = await db.select(channelsTable).where({ id }).forUpdate().first();
  return row && toChannel(row);
}

export async function findChannelByExternalId(
  db: TenantDb,
  type: Channel['type'],
  externalId: string,
): Promise<Channel | undefined> {
  const row = await db
    .select(channelsTable)
    .where({ type, external_id: externalId })
    .whereNull('archived_at')
    .first();
  return row && toChannel(row);
}

export async function listChannels(db: TenantDb, query: ListChannelsQuery): Promise<Page<Channel>> {
  const { type, status, includeArchived, createdAfter, createdBefore, sort, ...page } = query;
  const select = db.select(channelsTable);
  if (type) select.whereIn('type', type);
  if (status) select.whereIn('status', status);
  if (!status && !includeArchived) select.whereNull('archived_at');
  if (createdAfter) select.where('created_at', '>=', createdAfter);
  if (createdBefore) select.where('created_at', '<', createdBefore);
  const filters = { type, status, includeArchived, createdAfter, createdBefore };
  const { rows, nextCursor } = await paginate(db, select, channelList, { sort, page, filters });
  return { data: rows.map(toChannel), nextCursor };
}

/** False when another live channel of the type has its externalId. */
export async function insertChannel(db: TenantDb, channel: Channel): Promise<boolean> {
  return await db.insertIfAbsent(channelsTable, toRow(channel));
}

export async function updateChannel(db: TenantDb, channel: Channel): Promise<void> {
  await db.update(channelsTable, { id: channel.id }, toRow(channel));
}

/** The time of the newest inbound message: it never goes back. */
export async function touchInbound(db: TenantDb, channel: Channel, at: string): Promise<void> {
  if (channel.lastInboundAt !== null && channel.lastInboundAt >= at) return;
  await db.update(channelsTable, { id: channel.id }, { last_inbound_at: at });
}

export type ChannelSettings = Channel['settings'];

const parsedSettings = new Map<string, ChannelSettings>();

/** Few texts recur on every message: each is read once. */
export function readSettings(text: string): ChannelSettings {
  const known = parsedSettings.get(text);
  if (known) return known;
  const settings = fromJson<ChannelSettings>(text);
  if (parsedSettings.size >= 1_000) parsedSettings.clear();
  parsedSettings.set(text, settings);
  return settings;
}

function toRow(channel: Channel): ChannelRow {
  return {
    id: channel.id,
    name: channel.name,
    name_key: nameKey(channel.name),
    type: channel.type,
    provider: channel.provider,
    status: channel.status,
    status_reason: channel.statusReason,
    address: channel.address,
    external_id: channel.externalId,
    settings: toJson(channel.settings),
    last_inbound_at: channel.lastInboundAt,
    last_outbound_at: channel.lastOutboundAt,
    last_error_at: channel.lastErrorAt,
    last_error: channel.lastError && toJson(channel.lastError),
    metadata: toJson(channel.metadata),
    created_at: channel.createdAt,
    updated_at: channel.updatedAt,
    archived_at: channel.archivedAt,
  };
}

function toChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    name: row.name,
    type: row.type,
    provider: row.provider,
    status: row.status,
    statusReason: row.status_reason,
    address: row.address,
    externalId: row.external_id,
    capabilities: channelCapabilities[row.type],
    settings: fromJson(row.settings),
    lastInboundAt: row.last_inbound_at,
    lastOutboundAt: row.last_outbound_at,
    lastErrorAt: row.last_error_at,
    lastError: row.last_error === null ? null : fromJson(row.last_error),
    metadata: fromJson(row.metadata),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    archivedAt: row.archived_at,
  };
}
