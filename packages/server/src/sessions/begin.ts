import { idPrefixes, ServiceError } from '@parley/contract/schemas';
import { idleSessionMs, maxSessions, wholeSessionMs } from '@parley/domain';
import { audit } from '../audit-log/record.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { usersTable } from '../users/table.ts';
import { endSessionOfToken, removeOldSessions } from './statements/sessions.ts';
import { accountsTable, type StoredAccount, sessionsTable } from './table.ts';
import { hashToken, newToken } from './tokens.ts';

export interface Browser {
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The token of the session that the browser has. The new session replaces that session. */
  readonly token?: string | undefined;
}

export interface NewSession {
  readonly accountId: string;
  readonly browser: Browser;
  /** The agency of the member, if the tenant of `ctx` is that of its client. */
  readonly homeTenantId?: string | null | undefined;
  /** The account as it was when it proved who it is. */
  readonly proved?: Pick<StoredAccount, 'passwordHash' | 'totp'> | undefined;
  /** Whether the session that the browser had is the proof of who it is. */
  readonly replaces?: boolean | undefined;
}

export interface BegunSession {
  readonly id: string;
  readonly token: string;
  readonly accountId: string;
  readonly expiresAt: string;
  readonly homeTenantId: string | null;
}

const userAgentCharacters = 200;

/**
 * Begins a session of the member of `ctx`, in a transaction. Ends the session that the browser had, which may be in
 * another tenant. Writes the new session into the audit log. Throws SVC-SIGN-IN-FAILED when the account has got another
 * password or an authenticator app since, and SVC-SIGN-IN-REQUIRED when the replaced session has ended since.
 */
export async function beginSession(
  ctx: TenantContext,
  { accountId, browser, homeTenantId = null, proved, replaces }: NewSession,
): Promise<BegunSession> {
  const { db, actor } = ctx;
  const nowMs = ctx.now().getTime();
  const at = new Date(nowMs).toISOString();
  const token = newToken();
  const session = {
    id: ctx.newId(idPrefixes.session),
    hash: hashToken(token),
    accountId,
    userId: actor.id ?? '',
    grantId: actor.grantId,
    homeTenantId,
    ip: browser.ip,
    userAgent: browser.userAgent?.slice(0, userAgentCharacters) ?? null,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(nowMs + wholeSessionMs).toISOString(),
  };
  // A new password locks the account before it ends the sessions. So it also ends this one, or is seen here.
  const unchanged = {
    id: accountId,
    ...(proved && { password_hash: proved.passwordHash, totp: proved.totp ? 1 : 0 }),
  };
  const last = { last_tenant_id: homeTenantId ?? db.tenantId };
  if ((await db.installation.update(accountsTable, unchanged, last)) === 0) {
    throw new ServiceError('SVC-SIGN-IN-FAILED', { reason: 'credentials' });
  }
  const hash = browser.token && hashToken(browser.token);
  const ended = hash === undefined ? [] : await db.run(endSessionOfToken, { hash });
  if (replaces && ended.length === 0) {
    throw new ServiceError('SVC-SIGN-IN-REQUIRED', { reason: 'ended' });
  }
  const seenBefore = new Date(nowMs - idleSessionMs).toISOString();
  await db.run(removeOldSessions, { accountId, now: at, seenBefore, most: maxSessions - 1 });
  await db.insert(sessionsTable, sessionsTable.toRow(session));
  await db.update(usersTable, { id: session.userId }, { last_seen_at: at });
  const { id } = session;
  await audit(ctx, { action: 'session.created', recordId: id, sessionId: id });
  return { id, token, accountId, expiresAt: session.expiresAt, homeTenantId };
}
