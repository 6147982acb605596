import type { ApiKey, ListApiKeysQuery, Quota } from '@parley/contract/schemas';
import { listOf, paginate } from '../db/cursor.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { type Conditions, countRows } from '../db/tenant-query.ts';
import { type ApiKeyRow, apiKeysTable } from './table.ts';

type Status = ApiKey['status'];

const apiKeyList = listOf<ApiKeyRow>('api-keys', { createdAt: 'created_at' });

export async function listApiKeys(db: TenantDb, query: ListApiKeysQuery, now: string) {
  const { sort, status } = query;
  const keys = db.select(apiKeysTable);
  if (status) {
    keys.where((any) => {
      for (const one of status) any.orWhere((key) => whereStatus(key, one, now));
    });
  }
  const page = await paginate(db, keys, apiKeyList, { sort, page: query, filters: { status } });
  return { data: page.rows.map((row) => toApiKey(db, row, now)), nextCursor: page.nextCursor };
}

export async function findApiKey(
  db: TenantDb,
  id: string,
  now: string,
): Promise<ApiKey | undefined> {
  const row = await db.select(apiKeysTable).where({ id }).first();
  return row && toApiKey(db, row, now);
}

export async function countActiveApiKeys(db: TenantDb, now: string): Promise<number> {
  return await countRows(db.select(apiKeysTable).where((key) => whereStatus(key, 'active', now)));
}

export async function insertApiKey(
  db: TenantDb,
  key: ApiKey,
  { hash, ownQuota }: { hash: string; ownQuota: Quota | undefined },
): Promise<void> {
  await db.insert(apiKeysTable, {
    id: key.id,
    name: key.name,
    hash,
    hint: key.hint,
    created_by_type: key.createdBy.type,
    created_by_id: key.createdBy.id,
    grant_id: null,
    rate_limit: ownQuota?.limit ?? null,
    rate_window_seconds: ownQuota?.windowSeconds ?? null,
    last_used_at: key.lastUsedAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    created_at: key.createdAt,
  });
}

/** False when it was revoked before. */
export async function revokeApiKey(db: TenantDb, id: string, revokedAt: string): Promise<boolean> {
  const match = { id, revoked_at: null };
  return (await db.update(apiKeysTable, match, { revoked_at: revokedAt })) === 1;
}

function whereStatus(key: Conditions<ApiKeyRow>, status: Status, now: string): void {
  if (status === 'revoked') {
    key.whereNotNull('revoked_at');
    return;
  }
  key.whereNull('revoked_at');
  if (status === 'expired') key.where('expires_at', '<=', now);
  else key.where((open) => open.whereNull('expires_at').orWhere('expires_at', '>', now));
}

function statusOf(row: ApiKeyRow, now: string): Status {
  if (row.revoked_at !== null) return 'revoked';
  return row.expires_at !== null && row.expires_at <= now ? 'expired' : 'active';
}

function toApiKey(db: TenantDb, row: ApiKeyRow, now: string): ApiKey {
  const { rate_limit: limit, rate_window_seconds: windowSeconds } = row;
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    status: statusOf(row, now),
    createdBy: { type: row.created_by_type, id: row.created_by_id },
    rateLimit:
      limit === null || windowSeconds === null ? db.defaultQuota : { limit, windowSeconds },
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    createdAt: row.created_at,
  };
}
