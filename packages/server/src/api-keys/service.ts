import type { CreateApiKeyBody, RotationGrace } from '@parley/contract/console';
import { type ApiKey, type IssuedApiKey, idPrefixes, type Page } from '@parley/contract/schemas';
import {
  type ApiKeysQuery,
  apiKeyFilters,
  checkActiveKeys,
  checkRevocation,
  checkRotation,
  expiryAfter,
  graceEnd,
  type NewApiKey,
  newApiKey,
  notFound,
  revokedEvent,
  type StoredApiKey,
  shownApiKey,
} from '@parley/domain';
import { endingFilter, whereActive } from '../crud/ending.ts';
import { defineList } from '../crud/list.ts';
import type { RowOf } from '../db/table.ts';
import { recordEvent } from '../events/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockTenant } from '../tenants/lock.ts';
import { generateKey, hashKey } from './format.ts';
import { apiKeysTable } from './table.ts';

type ApiKeyRow = RowOf<typeof apiKeysTable>;

/** Creates an API key. Only this response contains the secret: the database stores its hash. */
export async function createApiKey(
  ctx: TenantContext,
  input: NewApiKey,
): Promise<{ apiKey: ApiKey; secret: string }> {
  const secret = generateKey();
  return await inTransaction(ctx, async (ctx) => {
    const at = ctx.now().toISOString();
    await lockTenant(ctx);
    const active = ctx.db.select(apiKeysTable).where((key) => whereActive(key, at));
    checkActiveKeys(await active.count());
    const key = newApiKey(secret, input, { id: ctx.newId(idPrefixes.apiKey), at });
    await ctx.db.insert(apiKeysTable, { ...apiKeysTable.toRow(key), hash: hashKey(secret) });
    const apiKey = show(ctx, key);
    recordEvent(ctx, 'api_key.created', { object: apiKey });
    return { apiKey, secret };
  });
}

/** Creates an API key for the signed-in member. */
export async function createKeyOf(
  ctx: TenantContext,
  { name, expiresInSeconds }: CreateApiKeyBody,
): Promise<IssuedApiKey> {
  const expiresAt = expiryAfter(expiresInSeconds, ctx.now().toISOString());
  const createdBy = { type: 'member', id: ctx.actor.id } as const;
  const { apiKey, secret } = await createApiKey(ctx, { name, createdBy, expiresAt });
  return { ...apiKey, secret };
}

/** Replaces an active API key by a new one. The old key expires after the grace time, or is revoked without one. */
export async function rotateKey(
  ctx: TenantContext,
  id: string,
  grace: RotationGrace,
): Promise<IssuedApiKey> {
  return await inTransaction(ctx, async (ctx) => {
    await lockTenant(ctx);
    const before = await takeApiKey(ctx, id);
    checkRotation(before);
    const { name, rateLimit, expiresAt } = before;
    const end = graceEnd(grace, before, ctx.now().getTime());
    if (end === undefined) await revokeApiKey(ctx, id);
    else await ctx.db.update(apiKeysTable, { id }, { expires_at: end });
    const createdBy = { type: 'member', id: ctx.actor.id } as const;
    const row = await ctx.db.select(apiKeysTable).where({ id }).first();
    const { apiKey, secret } = await createApiKey(ctx, {
      name,
      createdBy,
      expiresAt: expiresAt ?? undefined,
      ...(row?.rate_limit !== null && { rateLimit }),
    });
    return { ...apiKey, secret };
  });
}

const readList = defineList<StoredApiKey, StoredApiKey, ApiKeysQuery, ApiKeyRow>(
  apiKeysTable,
  { filters: apiKeyFilters },
  {
    filters: { status: endingFilter },
  },
);

export async function listApiKeys(ctx: TenantContext, query: ApiKeysQuery): Promise<Page<ApiKey>> {
  const page = await readList(ctx, query);
  return { ...page, data: page.data.map((key) => show(ctx, key)) };
}

export async function getApiKey(ctx: TenantContext, id: string): Promise<ApiKey> {
  return found(ctx, id, await ctx.db.select(apiKeysTable).where({ id }).first());
}

/** Like `getApiKey`, but also locks the key, so that no other transaction rotates or revokes it at the same time. */
async function takeApiKey(ctx: TenantContext, id: string): Promise<ApiKey> {
  return found(ctx, id, await ctx.db.select(apiKeysTable).where({ id }).forUpdate().first());
}

function found(ctx: TenantContext, id: string, row: ApiKeyRow | undefined): ApiKey {
  if (!row) throw notFound('apiKey', id);
  return show(ctx, apiKeysTable.toRecord(row));
}

export async function getCurrentApiKey(ctx: TenantContext): Promise<ApiKey> {
  return await getApiKey(ctx, ctx.keyId ?? '');
}

/** Revokes an API key, from the next request on. Does not change a revoked key. */
export async function revokeApiKey(ctx: TenantContext, id: string): Promise<ApiKey> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await takeApiKey(ctx, id);
    if (ctx.keyId !== undefined) checkRevocation(ctx.actor.grantId, before);
    if (before.revokedAt !== null) return before;
    const at = ctx.now().toISOString();
    await ctx.db.update(apiKeysTable, { id }, { revoked_at: at });
    return announceRevoked(ctx, before, at);
  });
}

/** Revokes every key that was issued under a grant, in the transaction that revokes the grant. */
export async function revokeKeysOfGrant(ctx: TenantContext, grantId: string): Promise<void> {
  const match = { grant_id: grantId, revoked_at: null };
  const rows = await ctx.db.select(apiKeysTable).where(match).orderBy('id').forUpdate();
  const at = ctx.now().toISOString();
  await ctx.db.update(apiKeysTable, match, { revoked_at: at });
  for (const row of rows) announceRevoked(ctx, show(ctx, apiKeysTable.toRecord(row)), at);
}

function announceRevoked(ctx: TenantContext, before: ApiKey, revokedAt: string): ApiKey {
  const object: ApiKey = { ...before, status: 'revoked', revokedAt };
  const { type, previous } = revokedEvent(before);
  recordEvent(ctx, type, { object, previous });
  return object;
}

function show({ db, now }: TenantContext, key: StoredApiKey): ApiKey {
  return shownApiKey(key, { at: now().toISOString(), quota: db.defaultQuota });
}
