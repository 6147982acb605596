import { randomBytes } from 'node:crypto';
import { type WebhookSecret, webhookSecretPrefix } from '@parley/contract/schemas';
import { notFound, rotatedSecrets, signingSecrets } from '@parley/domain';
import type { SealedPlace, Sealer } from '../sealing.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { webhookSecretsTable } from './table.ts';

// An endpoint has one current secret, with the highest number, and up to three earlier ones that sign, too, until they
// expire.

const secretBytes = 32;

interface StoredSecret {
  readonly number: number;
  readonly sealed: string;
}

/** Adds a secret to an endpoint. Call it in the transaction that creates the endpoint or holds its lock. */
export async function addSecret(
  ctx: TenantContext,
  sealer: Sealer,
  endpointId: string,
  number = 1,
): Promise<string> {
  const secret = `${webhookSecretPrefix}${randomBytes(secretBytes).toString('base64')}`;
  await ctx.db.insert(webhookSecretsTable, {
    endpoint_id: endpointId,
    number,
    sealed: sealer.seal(secret, secretPlace(ctx, endpointId)),
    created_at: ctx.now().toISOString(),
    expires_at: null,
  });
  return secret;
}

/**
 * Replaces the current secret. Call it in a transaction that holds the endpoint's lock. Without an overlap, all old
 * secrets are removed, because others may know any of them.
 */
export async function replaceSecret(
  ctx: TenantContext,
  sealer: Sealer,
  endpointId: string,
  overlapHours: number | undefined,
): Promise<string> {
  const nowMs = ctx.now().getTime();
  const { current, old } = await storedSecrets(ctx, endpointId);
  const kept = rotatedSecrets(current, old, { overlapHours, nowMs });
  for (const { number } of [current, ...old]) {
    const match = { endpoint_id: endpointId, number };
    const known = kept.find((secret) => secret.number === number);
    if (!known) await ctx.db.remove(webhookSecretsTable, match);
    else if (number === current.number) {
      await ctx.db.update(webhookSecretsTable, match, { expires_at: known.expiresAt });
    }
  }
  return await addSecret(ctx, sealer, endpointId, current.number + 1);
}

/** Returns the secrets of an endpoint. One statement is enough: an endpoint has a secret until it is deleted. */
export async function readSecrets(
  ctx: TenantContext,
  sealer: Sealer,
  endpointId: string,
): Promise<WebhookSecret> {
  const nowMs = ctx.now().getTime();
  const { current, old } = await storedSecrets(ctx, endpointId);
  const open = ({ sealed }: StoredSecret) => sealer.open(sealed, secretPlace(ctx, endpointId));
  return {
    secret: open(current),
    previous: signingSecrets(old, nowMs).map((secret) => ({
      secret: open(secret),
      expiresAt: secret.expiresAt,
    })),
  };
}

/** Removes the secrets of an endpoint that is being deleted. */
export async function removeSecrets({ db }: TenantContext, endpointId: string): Promise<void> {
  await db.remove(webhookSecretsTable, { endpoint_id: endpointId });
}

export function secretPlace({ db }: Pick<TenantContext, 'db'>, endpointId: string): SealedPlace {
  return { tenantId: db.tenantId, recordId: endpointId, field: 'secret' };
}

async function storedSecrets({ db }: TenantContext, endpointId: string) {
  const [current, ...old] = await db
    .select(webhookSecretsTable)
    .where({ endpoint_id: endpointId })
    .orderBy('number', 'desc');
  if (!current) throw notFound('webhookEndpoint', endpointId);
  return {
    current: secretOf(current),
    // Only the current secret does not expire.
    old: old.map((row) => ({ ...secretOf(row), expiresAt: row.expires_at as string })),
  };
}

function secretOf({ number, sealed }: StoredSecret): StoredSecret {
  return { number, sealed };
}
