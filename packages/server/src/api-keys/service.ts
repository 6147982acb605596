import {
  type ApiKey,
  idPrefixes,
  type ListApiKeysQuery,
  type Page,
  ServiceError,
} from '@parley/contract/schemas';
import {
  apiKeyFilters,
  maxActiveKeys,
  type NewApiKey,
  newApiKey,
  notFound,
  revokedEvent,
  type StoredApiKey,
  shownApiKey,
} from '@parley/domain';
import { defineList } from '../crud/list.ts';
import type { SqlWriter } from '../db/sql-writer.ts';
import type { RowOf } from '../db/table.ts';
import type { Conditions } from '../db/tenant-query.ts';
import { recordEvent } from '../events/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockTenant } from '../tenants/service.ts';
import { generateKey, hashKey } from './format.ts';
import { apiKeysTable } from './table.ts';

type ApiKeyRow = RowOf<typeof apiKeysTable>;

/** Only this response contains the secret: the database stores its hash. */
export async function createApiKey(
  ctx: TenantContext,
  input: NewApiKey,
): Promise<{ apiKey: ApiKey; secret: string }> {
  const secret = generateKey();
  return await inTransaction(ctx, async (ctx) => {
    const at = ctx.now().toISOString();
    await lockTenant(ctx);
    const active = ctx.db.select(apiKeysTable).where((key) => whereActive(key, at));
    if ((await active.count()) >= maxActiveKeys) {
      throw new ServiceError('SVC-LIMIT-REACHED', { limit: 'activeApiKeys', max: maxActiveKeys });
    }
    const key = newApiKey(secret, input, { id: ctx.newId(idPrefixes.apiKey), at });
    await ctx.db.insert(apiKeysTable, { ...apiKeysTable.toRow(key), hash: hashKey(secret) });
    const apiKey = show(ctx, key);
    recordEvent(ctx, 'api_key.created', { subject: subjectOf(apiKey), object: apiKey });
    return { apiKey, secret };
  });
}

const readList = defineList<StoredApiKey, StoredApiKey, ListApiKeysQuery, ApiKeyRow>(
  apiKeysTable,
  { filters: apiKeyFilters },
  {
    make: (record) => ({ record }),
    filters: {
      status: (wanted, sql, ctx) => {
        const at = ctx.now().toISOString();
        return `(${wanted.map((status) => hasStatus(status, at, sql)).join(' or ')})`;
      },
    },
  },
);

export async function listApiKeys(
  ctx: TenantContext,
  query: ListApiKeysQuery,
): Promise<Page<ApiKey>> {
  const page = await readList(ctx, query);
  return { ...page, data: page.data.map((key) => show(ctx, key)) };
}

export async function getApiKey(ctx: TenantContext, id: string): Promise<ApiKey> {
  const row = await ctx.db.select(apiKeysTable).where({ id }).first();
  if (!row) throw notFound('apiKey', id);
  return show(ctx, apiKeysTable.toRecord(row));
}

export async function getCurrentApiKey(ctx: TenantContext): Promise<ApiKey> {
  return await getApiKey(ctx, ctx.keyId ?? '');
}

/** Holds from the next request on; a second time it changes nothing. */
export async function revokeApiKey(ctx: TenantContext, id: string): Promise<ApiKey> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await getApiKey(ctx, id);
    const revokedAt = ctx.now().toISOString();
    const match = { id, revoked_at: null };
    const revoked = await ctx.db.update(apiKeysTable, match, { revoked_at: revokedAt });
    if (revoked === 0) return await getApiKey(ctx, id);
    const object: ApiKey = { ...before, status: 'revoked', revokedAt };
    const { type, previous } = revokedEvent(before);
    recordEvent(ctx, type, { subject: subjectOf(object), object, previous });
    return object;
  });
}

function show({ db, now }: TenantContext, key: StoredApiKey): ApiKey {
  return shownApiKey(key, { at: now().toISOString(), quota: db.defaultQuota });
}

// `apiKeyStatus` as SQL conditions.

function hasStatus(status: ApiKey['status'], at: string, sql: SqlWriter): string {
  if (status === 'revoked') return 'revoked_at is not null';
  const open =
    status === 'expired'
      ? `expires_at <= ${sql.bind(at)}`
      : `(expires_at is null or expires_at > ${sql.bind(at)})`;
  return `(revoked_at is null and ${open})`;
}

function whereActive(key: Conditions<ApiKeyRow>, at: string): void {
  key.whereNull('revoked_at');
  key.where((open) => open.whereNull('expires_at').orWhere('expires_at', '>', at));
}

function subjectOf(apiKey: ApiKey) {
  return { type: 'api_key', id: apiKey.id };
}
