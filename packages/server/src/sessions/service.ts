import type { SessionList, SignedIn, UpdateProfileBody } from '@parley/contract/console';
import { ServiceError } from '@parley/contract/schemas';
import { notFound } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { users } from '../users/service.ts';
import { findAccount } from './accounts.ts';
import { spendLink } from './links.ts';
import { hashPassword } from './passwords.ts';
import { checkPassword } from './prove.ts';
import { sessionOf } from './session-of.ts';
import { showSession } from './show.ts';
import { endOtherSessions, endSession, sessionsOfAccount } from './statements/sessions.ts';
import { accountsTable, type StoredAccount, sessionsTable } from './table.ts';
import type { SignInThrottle } from './throttle.ts';

export async function listSessions(ctx: TenantContext): Promise<SessionList> {
  const { id, accountId } = sessionOf(ctx);
  const found = await ctx.db.run(sessionsOfAccount, { accountId });
  return { data: found.map((session) => ({ ...session, current: session.id === id })) };
}

/**
 * Ends a session of the same account; it may be the present one. Throws SVC-NOT-FOUND when the account has no such
 * session.
 */
export async function endOneSession(ctx: TenantContext, id: string): Promise<void> {
  const { accountId } = sessionOf(ctx);
  const [ended] = await ctx.db.run(endSession, { accountId, id });
  if (!ended) throw notFound('session', id);
}

export async function endOthers(ctx: TenantContext): Promise<void> {
  const { accountId, id } = sessionOf(ctx);
  // A session that begins at the same moment locks the account, too.
  await ctx.db.installation.select(accountsTable).where({ id: accountId }).forUpdate().first();
  await ctx.db.run(endOtherSessions, { accountId, except: id });
}

/**
 * Checks the present password and hashes the new one. Returns undefined when the body has none. Throws
 * SVC-SIGN-IN-FAILED for a wrong password, and SVC-RATE-LIMITED after too many attempts.
 */
export async function newPasswordHash(
  ctx: TenantContext,
  { password }: UpdateProfileBody,
  throttle: SignInThrottle,
): Promise<NewPassword | undefined> {
  if (!password) return undefined;
  const { passwordHash } = await confirmPassword(ctx, password.current, throttle);
  return { before: passwordHash, after: await hashPassword(password.new) };
}

/** The hashes of the present and of the new password. */
interface NewPassword {
  readonly before: string;
  readonly after: string;
}

/**
 * Checks the present password of the account of a session. Throws SVC-SIGN-IN-FAILED for a wrong one, and
 * SVC-RATE-LIMITED after too many attempts.
 */
export async function confirmPassword(
  ctx: TenantContext,
  password: string,
  throttle: SignInThrottle,
): Promise<StoredAccount> {
  const { accountId } = sessionOf(ctx);
  const attempt = { name: accountId, ip: ctx.origin?.ip ?? null };
  const account = await findAccount(ctx.db.installation, { id: accountId });
  const proved = await checkPassword(account, password, { throttle, attempt });
  throttle.succeeded(attempt);
  return proved;
}

/**
 * Changes the name of the account and of its member in this tenant, and its password. A new password ends the other
 * sessions, and the links with which somebody could set another one. Throws SVC-SIGN-IN-REQUIRED when the session has
 * ended since the request began.
 */
export async function updateProfile(
  ctx: TenantContext,
  { name }: UpdateProfileBody,
  password: NewPassword | undefined,
): Promise<SignedIn> {
  const { id, accountId } = sessionOf(ctx);
  const session = await ctx.db.select(sessionsTable).where({ id }).first();
  if (!session) throw new ServiceError('SVC-SIGN-IN-REQUIRED', { reason: 'ended' });
  const changes = { ...(name && { name }), ...(password && { password_hash: password.after }) };
  const known = { id: accountId, ...(password && { password_hash: password.before }) };
  if (Object.keys(changes).length > 0) {
    const updated = { ...changes, updated_at: ctx.now().toISOString() };
    const changed = await ctx.db.installation.update(accountsTable, known, updated);
    if (changed === 0) throw new ServiceError('SVC-SIGN-IN-FAILED', { reason: 'credentials' });
  }
  if (name !== undefined) await users.update(ctx, ctx.actor.id ?? '', { name });
  if (password) {
    // A person changes the password because somebody else may know it, and may have asked for such a link, too.
    const at = ctx.now().toISOString();
    await spendLink(ctx.db.installation, { kind: 'password_reset', accountId, at });
    await endOthers(ctx);
  }
  const expiresAt = session.expires_at;
  return await showSession(ctx, { id, accountId, expiresAt, homeTenantId: null });
}
