import type { SessionList, SignedIn, UpdateProfileBody } from '@parley/contract/console';
import { ServiceError } from '@parley/contract/schemas';
import { notFound } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { users } from '../users/service.ts';
import { findAccount } from './accounts.ts';
import { hashPassword } from './passwords.ts';
import { checkPassword } from './prove.ts';
import { sessionOf } from './session-of.ts';
import { showSession } from './show.ts';
import { endOtherSessions, endSession, sessionsOfAccount } from './statements/sessions.ts';
import { accountsTable, sessionsTable } from './table.ts';
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
  await ctx.db.run(endOtherSessions, { accountId, except: id });
}

/**
 * Checks the present password and hashes the new one; returns undefined when the body has none. Throws
 * SVC-SIGN-IN-FAILED for a wrong password, and SVC-RATE-LIMITED after too many attempts.
 */
export async function newPasswordHash(
  ctx: TenantContext,
  { password }: UpdateProfileBody,
  throttle: SignInThrottle,
): Promise<string | undefined> {
  if (!password) return undefined;
  await confirmPassword(ctx, password.current, throttle);
  return await hashPassword(password.new);
}

/**
 * Checks the present password of the account of a session. Throws SVC-SIGN-IN-FAILED for a wrong one, and
 * SVC-RATE-LIMITED after too many attempts.
 */
export async function confirmPassword(
  ctx: TenantContext,
  password: string,
  throttle: SignInThrottle,
): Promise<void> {
  const { accountId } = sessionOf(ctx);
  const attempt = { name: accountId, ip: ctx.origin?.ip ?? null };
  const account = await findAccount(ctx.db.installation, { id: accountId });
  await checkPassword(account, password, { throttle, attempt });
  throttle.succeeded(attempt);
}

/**
 * Changes the name of the account and of its member in this tenant, and its password. A new password ends the other
 * sessions. Throws SVC-SIGN-IN-REQUIRED when the session has ended since the request began.
 */
export async function updateProfile(
  ctx: TenantContext,
  { name }: UpdateProfileBody,
  passwordHash: string | undefined,
): Promise<SignedIn> {
  const { id, accountId } = sessionOf(ctx);
  const session = await ctx.db.select(sessionsTable).where({ id }).first();
  if (!session) throw new ServiceError('SVC-SIGN-IN-REQUIRED', { reason: 'ended' });
  const changes = { ...(name && { name }), ...(passwordHash && { password_hash: passwordHash }) };
  if (Object.keys(changes).length > 0) {
    const updated = { ...changes, updated_at: ctx.now().toISOString() };
    await ctx.db.installation.update(accountsTable, { id: accountId }, updated);
  }
  if (name !== undefined) await users.update(ctx, ctx.actor.id ?? '', { name });
  if (passwordHash !== undefined) await endOthers(ctx);
  const expiresAt = session.expires_at;
  return await showSession(ctx, { id, accountId, expiresAt, homeTenantId: null });
}
