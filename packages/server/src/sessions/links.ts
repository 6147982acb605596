import { requireLink, resetLinkMs, setupLinkMs } from '@parley/domain';
import type { TenantDb } from '../db/tenant-db.ts';
import { accountsTable, oneTimeLinksTable } from './table.ts';
import { hashToken, newToken } from './tokens.ts';

// The one-time links of the operator. They belong to the installation.

const lifetimesMs = { setup: setupLinkMs, password_reset: resetLinkMs } as const;
type Kind = keyof typeof lifetimesMs;

/** Creates a link, and removes the earlier ones of the same kind and account. Returns its token. */
export async function createLink(
  installation: TenantDb,
  { kind, accountId = null, now }: { kind: Kind; accountId?: string | null; now: Date },
): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetimesMs[kind]).toISOString();
  const times = { createdAt: now.toISOString(), expiresAt, usedAt: null };
  const link = { hash: hashToken(token), kind, accountId, ...times };
  await installation.transaction(async (db) => {
    await db.remove(oneTimeLinksTable, { kind, account_id: accountId });
    await db.insert(oneTimeLinksTable, oneTimeLinksTable.toRow(link));
  });
  return token;
}

/**
 * Returns the account of a link. In a transaction, locks the link. Throws SVC-LINK-INVALID when it does not exist, was
 * used, or has expired.
 */
export async function readLink(
  installation: TenantDb,
  { token, kind, at }: { token: string; kind: Kind; at: string },
): Promise<{ hash: string; accountId: string | null; at: string }> {
  const match = { hash: hashToken(token), kind };
  const query = installation.select(oneTimeLinksTable).where(match);
  const row = await (installation.inTransaction ? query.forUpdate() : query).first();
  return { ...requireLink(row && oneTimeLinksTable.toRecord(row), at), at };
}

/** Marks a link as used, in the transaction that has locked it. */
export async function spendLink(
  installation: TenantDb,
  { hash, at }: { hash: string; at: string },
): Promise<void> {
  await installation.update(oneTimeLinksTable, { hash }, { used_at: at });
}

/** Returns whether the installation has no account yet. */
export async function needsSetup(installation: TenantDb): Promise<boolean> {
  return (await installation.select(accountsTable).limit(1).first()) === undefined;
}
