import { contextOf, createApiKey, createTenant, type Deps, type TenantContext } from './server.ts';

const plentiful = { limit: 1_000_000_000, windowSeconds: 60 };

/** Creates a tenant, and an API key whose quota no run can exhaust. Returns its context, and the key with its secret. */
export async function makeTenantWithKey(deps: Deps, name: string) {
  const ctx = contextOf(deps, deps.newId('ten'));
  await createTenant(ctx, { name });
  return { ctx, ...(await makeKey(ctx, name)) };
}

/** Creates an API key whose quota no run can exhaust. */
export async function makeKey(ctx: TenantContext, name: string) {
  const createdBy = { type: 'cli', id: null } as const;
  return await createApiKey(ctx, { name, createdBy, rateLimit: plentiful, expiresAt: undefined });
}
