import { mailedResetLinkMs, requireLink, resetLinkMs, setupLinkMs } from '@parley/domain';
import type { TenantDb } from '../db/tenant-db.ts';
import { accountsTable, oneTimeLinksTable } from './table.ts';
import { hashToken, newToken } from './tokens.ts';

// The one-time links of the first start and of new passwords. They belong to the installation.

const lifetimesMs = { setup: setupLinkMs, password_reset: resetLinkMs } as const;
type Kind = keyof typeof lifetimesMs;

interface NewLink {
  readonly kind: Kind;
  readonly accountId?: string | null;
  readonly now: Date;
  /** Whether the link is sent by mail. Anybody can ask for such mails, so earlier links must continue to work. */
  readonly isMailed?: boolean;
}

/**
 * Creates a link, and returns its token. A link of an operator replaces the earlier links of the same kind and account.
 */
export async function createLink(
  installation: TenantDb,
  { kind, accountId = null, now, isMailed = false }: NewLink,
): Promise<string> {
  const token = newToken();
  const lifetimeMs = isMailed ? mailedResetLinkMs : lifetimesMs[kind];
  const expiresAt = new Date(now.getTime() + lifetimeMs).toISOString();
  const times = { createdAt: now.toISOString(), expiresAt, usedAt: null };
  const link = { hash: hashToken(token), kind, accountId, ...times };
  await installation.transaction(async (db) => {
    if (!isMailed) await db.remove(oneTimeLinksTable, { kind, account_id: accountId });
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
): Promise<{ kind: Kind; accountId: string | null; at: string }> {
  const match = { hash: hashToken(token), kind };
  const query = installation.select(oneTimeLinksTable).where(match);
  const row = await (installation.inTransaction ? query.forUpdate() : query).first();
  const { accountId } = requireLink(row && oneTimeLinksTable.toRecord(row), at);
  return { kind, accountId, at };
}

/**
 * Marks a link as used, with the other links of its kind and account. Call it in the transaction that has locked the
 * link.
 */
export async function spendLink(
  installation: TenantDb,
  { kind, accountId, at }: { kind: Kind; accountId: string | null; at: string },
): Promise<void> {
  const unused = { kind, account_id: accountId, used_at: null };
  await installation.update(oneTimeLinksTable, unused, { used_at: at });
}

/** Returns whether the installation has no account yet. */
export async function needsSetup(installation: TenantDb): Promise<boolean> {
  return (await installation.select(accountsTable).limit(1).first()) === undefined;
}
