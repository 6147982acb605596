import type { AcceptInvitationBody, InvitationPreview, SignedIn } from '@parley/contract/console';
import { passwordLimits } from '@parley/contract/console';
import { ServiceError } from '@parley/contract/schemas';
import { hasCode, invalid, requireLink, type StoredInvitation } from '@parley/domain';
import { audit } from '../audit-log/record.ts';
import { addAccount, findAccount } from '../sessions/accounts.ts';
import { memberContext } from '../sessions/member-context.ts';
import { addMember } from '../sessions/membership.ts';
import { hashPassword } from '../sessions/passwords.ts';
import { prove } from '../sessions/prove.ts';
import { enterAs, type SignInDeps } from '../sessions/sign-in.ts';
import { hashToken } from '../sessions/tokens.ts';
import type { Visit } from '../sessions/visit.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockTenant } from '../tenants/lock.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { findInvitation } from './statements/find-invitation.ts';
import { invitationsTable } from './table.ts';

export async function previewInvitation(
  { deps }: SignInDeps,
  token: string,
  visit: Visit,
): Promise<InvitationPreview> {
  const ctx = await inTenantOf(deps, token, visit);
  const { email, role } = await readInvitation(ctx, token);
  const [tenant, account] = await Promise.all([
    getCurrentTenant(ctx),
    findAccount(ctx.db.installation, { email }),
  ]);
  return { email, role, tenantName: tenant.name, hasAccount: account !== undefined };
}

/**
 * Makes the invited person a member and signs it in. A person with an account must give its password. Throws
 * SVC-LINK-INVALID unless the link works, and SVC-SIGN-IN-FAILED for a wrong password.
 */
export async function acceptInvitation(
  parts: SignInDeps,
  body: AcceptInvitationBody,
  visit: Visit,
): Promise<SignedIn> {
  const accept = () => acceptOnce(parts, body, visit);
  return await accept().catch(async (error: unknown) => {
    if (!hasCode(error, 'SVC-CONFLICT')) throw error;
    // Another invitation of the address has created the account meanwhile: its password counts.
    return await accept();
  });
}

/** Accepts like `acceptInvitation`, and throws SVC-CONFLICT when another request creates the account meanwhile. */
async function acceptOnce(
  { deps, throttle }: SignInDeps,
  { token, name, ...given }: AcceptInvitationBody,
  visit: Visit,
): Promise<SignedIn> {
  const outside = await inTenantOf(deps, token, visit);
  const { email } = await readInvitation(outside, token);
  const account = await findAccount(outside.db.installation, { email });
  let passwordHash = '';
  if (account) {
    const { installation } = deps.system;
    const attempt = { name: email, ip: visit.ip };
    const nowMs = deps.now().getTime();
    const proof = { installation, secrets: deps.secrets, throttle, attempt, nowMs };
    await prove(account, given, proof).catch(async (error: unknown) => {
      throw await visit.refused(error);
    });
  } else {
    if (name === undefined) throw required('name');
    if (given.password.length < passwordLimits.minLength) throw required('password');
    passwordHash = await hashPassword(given.password);
  }
  return await inTransaction(outside, async (ctx) => {
    await lockTenant(ctx);
    const { id, role } = await readInvitation(ctx, token);
    const mine = account ?? addAccount(ctx, { email, name: name ?? '', passwordHash });
    const accepted = { accepted_at: ctx.now().toISOString() };
    await ctx.db.update(invitationsTable, { id }, accepted);
    const member = await addMember(ctx, mine, role);
    await audit(member, { action: 'invitation.accepted', recordId: id });
    return await enterAs(member, { accountId: mine.id, proved: mine, visit });
  });
}

function required(field: 'name' | 'password'): ServiceError {
  const message =
    field === 'name' ? 'is required' : `must have at least ${passwordLimits.minLength} characters`;
  const code = field === 'name' ? 'required' : 'too_short';
  return invalid({ in: 'body', path: field, code, message });
}

/** Returns the context in the tenant of an invitation. */
async function inTenantOf(
  deps: SignInDeps['deps'],
  token: string,
  visit: Visit,
): Promise<TenantContext> {
  const [found] = await deps.system.run(findInvitation, { hash: hashToken(token) });
  if (!found)
    throw await visit.refused(new ServiceError('SVC-LINK-INVALID', { reason: 'unknown' }));
  const { origin } = visit;
  return memberContext(deps, { tenantId: found.tenantId, userId: '', origin });
}

/**
 * Returns an invitation whose link works; in a transaction, locks it. Throws SVC-LINK-INVALID when it does not exist,
 * was used or revoked, or has expired.
 */
async function readInvitation(
  { db, now }: TenantContext,
  token: string,
): Promise<StoredInvitation> {
  const query = db.select(invitationsTable).where({ hash: hashToken(token) });
  const row = await (db.inTransaction ? query.forUpdate() : query).first();
  const found = row && invitationsTable.toRecord(row);
  const usedAt = found ? (found.acceptedAt ?? found.revokedAt) : null;
  return requireLink(found && { ...found, usedAt }, now().toISOString());
}
