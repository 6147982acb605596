import {
  type ApiKey,
  type ListApiKeysQuery,
  type Page,
  type Quota,
  ServiceError,
} from '@parley/contract/schemas';
import { recordEvent } from '../events/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { generateKey, hashKey, hintOf } from './format.ts';
import * as repository from './repository.ts';

const maxActiveKeys = 50;

export interface NewApiKey {
  name: string;
  createdBy: ApiKey['createdBy'];
  /** Default: the installation's. */
  rateLimit?: Quota | undefined;
  expiresAt?: string | undefined;
}

/** The secret is in this answer and nowhere else: only its hash is kept. */
export async function createApiKey(
  ctx: TenantContext,
  input: NewApiKey,
): Promise<{ apiKey: ApiKey; secret: string }> {
  const secret = generateKey();
  return await inTransaction(ctx, async (ctx) => {
    const now = ctx.now().toISOString();
    if ((await repository.countActiveApiKeys(ctx.db, now)) >= maxActiveKeys) {
      throw new ServiceError('SVC-LIMIT-REACHED', { limit: 'activeApiKeys', max: maxActiveKeys });
    }
    const apiKey: ApiKey = {
      id: ctx.newId('key'),
      name: input.name,
      hint: hintOf(secret),
      status: 'active',
      createdBy: input.createdBy,
      rateLimit: input.rateLimit ?? ctx.db.defaultQuota,
      lastUsedAt: null,
      expiresAt: input.expiresAt ?? null,
      revokedAt: null,
      createdAt: now,
    };
    await repository.insertApiKey(ctx.db, apiKey, {
      hash: hashKey(secret),
      ownQuota: input.rateLimit,
    });
    recordEvent(ctx, 'api_key.created', { subject: subjectOf(apiKey), object: apiKey });
    return { apiKey, secret };
  });
}

export async function listApiKeys(
  ctx: TenantContext,
  query: ListApiKeysQuery,
): Promise<Page<ApiKey>> {
  return await repository.listApiKeys(ctx.db, query, ctx.now().toISOString());
}

export async function getApiKey(ctx: TenantContext, id: string): Promise<ApiKey> {
  const key = await repository.findApiKey(ctx.db, id, ctx.now().toISOString());
  if (!key) throw new ServiceError('SVC-NOT-FOUND', { resource: 'apiKey', id });
  return key;
}

export async function getCurrentApiKey(ctx: TenantContext): Promise<ApiKey> {
  return await getApiKey(ctx, ctx.keyId ?? '');
}

/** Holds from the next request on; a second time it changes nothing. */
export async function revokeApiKey(ctx: TenantContext, id: string): Promise<ApiKey> {
  return await inTransaction(ctx, async (ctx) => {
    const before = await getApiKey(ctx, id);
    const revokedAt = ctx.now().toISOString();
    if (!(await repository.revokeApiKey(ctx.db, id, revokedAt))) return await getApiKey(ctx, id);
    const apiKey: ApiKey = { ...before, status: 'revoked', revokedAt };
    recordEvent(ctx, 'api_key.revoked', {
      subject: subjectOf(apiKey),
      object: apiKey,
      previous: { status: before.status, revokedAt: null },
    });
    return apiKey;
  });
}

function subjectOf(apiKey: ApiKey) {
  return { type: 'api_key', id: apiKey.id };
}
