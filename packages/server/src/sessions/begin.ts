import { idPrefixes } from '@parley/contract/schemas';
import { idleSessionMs, maxSessions, wholeSessionMs } from '@parley/domain';
import { audit } from '../audit-log/record.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { usersTable } from '../users/table.ts';
import { endSessionOfToken, removeOldSessions } from './statements/sessions.ts';
import { accountsTable, sessionsTable } from './table.ts';
import { hashToken, newToken } from './tokens.ts';

export interface Browser {
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The token of the session that the browser has. The new session replaces that session. */
  readonly token?: string | undefined;
}

interface NewSession {
  readonly accountId: string;
  readonly browser: Browser;
  /** The agency of the member, if the tenant of `ctx` is that of its client. */
  readonly homeTenantId?: string | null | undefined;
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
 * another tenant. Writes the new session into the audit log.
 */
export async function beginSession(
  ctx: TenantContext,
  { accountId, browser, homeTenantId = null }: NewSession,
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
  if (browser.token !== undefined) {
    await db.run(endSessionOfToken, { hash: hashToken(browser.token) });
  }
  const seenBefore = new Date(nowMs - idleSessionMs).toISOString();
  await db.run(removeOldSessions, { accountId, now: at, seenBefore, most: maxSessions - 1 });
  await db.insert(sessionsTable, sessionsTable.toRow(session));
  await db.update(usersTable, { id: session.userId }, { last_seen_at: at });
  const last = { last_tenant_id: homeTenantId ?? db.tenantId };
  await db.installation.update(accountsTable, { id: accountId }, last);
  const { id } = session;
  await audit(ctx, { action: 'session.created', recordId: id, sessionId: id });
  return { id, token, accountId, expiresAt: session.expiresAt, homeTenantId };
}
