import { hash } from 'node:crypto';
import type {
  AcceptInvitationBody,
  CreatedInvitation,
  CreateInvitationBody,
  Invitation,
  InvitationPreview,
  ListInvitationsQuery,
  SignedIn,
} from '@parley/contract/console';
import { passwordLimits } from '@parley/contract/console';
import { idPrefixes, type MemberRole, type Page, ServiceError } from '@parley/contract/schemas';
import {
  accountEmail,
  checkInvitation,
  invitationFilters,
  invitationRecord,
  newInvitation,
  notFound,
  receivedInvitationQuota,
  requireLink,
  type StoredInvitation,
  sentInvitationQuota,
  shownInvitation,
} from '@parley/domain';
import { audit } from '../audit-log/record.ts';
import { defineList } from '../crud/list.ts';
import type { RowOf } from '../db/table.ts';
import type { Deps } from '../deps.ts';
import { recordEvent } from '../events/service.ts';
import { enqueue } from '../jobs/queue.ts';
import { invitationPlace } from '../mail/jobs.ts';
import { addAccount, findAccount } from '../sessions/accounts.ts';
import { memberContext } from '../sessions/member-context.ts';
import { addMember } from '../sessions/membership.ts';
import { hashPassword } from '../sessions/passwords.ts';
import { prove } from '../sessions/prove.ts';
import { enterAs, type SignInDeps } from '../sessions/sign-in.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import type { Visit } from '../sessions/visit.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockTenant } from '../tenants/lock.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { usersTable } from '../users/table.ts';
import { findInvitation } from './statements/find-invitation.ts';
import { invitationsTable } from './table.ts';

type InvitationRow = RowOf<typeof invitationsTable>;

const readList = defineList<
  StoredInvitation,
  StoredInvitation,
  ListInvitationsQuery,
  InvitationRow
>(
  invitationsTable,
  { filters: invitationFilters },
  {
    filters: {
      status: (wanted, sql, ctx) => {
        const at = ctx.now().toISOString();
        const conditions: Record<Invitation['status'], () => string> = {
          accepted: () => 'accepted_at is not null',
          revoked: () => '(accepted_at is null and revoked_at is not null)',
          expired: () => `(${isPending} and expires_at <= ${sql.bind(at)})`,
          open: () => `(${isPending} and expires_at > ${sql.bind(at)})`,
        };
        return `(${wanted.map((status) => conditions[status]()).join(' or ')})`;
      },
    },
  },
);
const isPending = 'accepted_at is null and revoked_at is null';

export async function listInvitations(
  ctx: TenantContext,
  query: ListInvitationsQuery,
): Promise<Page<Invitation>> {
  const page = await readList(ctx, query);
  const at = ctx.now().toISOString();
  return { ...page, data: page.data.map((one) => shownInvitation(one, at)) };
}

interface Inviting {
  /** The role of the member who invites. */
  readonly by: MemberRole;
  /** The secrets that encrypt the token of a mail that `admitMail` has admitted. Absent: the server sends no mail. */
  readonly mail?: Pick<Deps, 'secrets'> | undefined;
}

export type InvitingDeps = Pick<Deps, 'mailer' | 'secrets' | 'mailQuotas'>;

/**
 * Counts a mail with an invitation. Returns `deps` if the server sends mails and neither `sender`, the ID of a tenant,
 * nor the address has had too many. Call it outside of transactions: another process may count, and a repeated
 * transaction would count again.
 */
export async function admitMail(
  deps: InvitingDeps,
  { sender, email, nowMs }: { sender: string; email: string; nowMs: number },
): Promise<InvitingDeps | undefined> {
  const { mailer, mailQuotas } = deps;
  if (!mailer) return undefined;
  const sent = await mailQuotas.take(`invitations of ${sender}`, nowMs, sentInvitationQuota);
  if (!sent.admitted) return undefined;
  const key = `invitations to ${hash('sha256', accountEmail(email), 'base64url')}`;
  const received = await mailQuotas.take(key, nowMs, receivedInvitationQuota);
  return received.admitted ? deps : undefined;
}

/** Throws like `invite`, and counts the mail of an invitation that may be sent. Call it outside of transactions. */
export async function admitInvitation(
  ctx: TenantContext,
  { email, role }: CreateInvitationBody,
  { by, deps }: { by: MemberRole; deps: InvitingDeps },
): Promise<InvitingDeps | undefined> {
  await checkInvited(ctx, { email: accountEmail(email), role, by });
  const nowMs = ctx.now().getTime();
  return await admitMail(deps, { sender: ctx.db.tenantId, email, nowMs });
}

/**
 * Invites a person, also by mail if `mail` is set. Revokes an open invitation of the same address. Only this response
 * and the mail contain the token.
 */
export async function invite(
  ctx: TenantContext,
  body: CreateInvitationBody,
  { by, mail }: Inviting,
): Promise<CreatedInvitation> {
  return await inTransaction(ctx, async (ctx) => {
    const at = ctx.now().toISOString();
    await lockTenant(ctx);
    const id = ctx.newId(idPrefixes.invitation);
    const { actor } = ctx;
    const email = accountEmail(body.email);
    const role = await checkInvited(ctx, { email, role: body.role, by });
    const invitedById = actor.type === 'member' ? actor.id : null;
    const made = newInvitation({ email, role }, invitedById, { id, at });
    await revokeInvitationOf(ctx, email);
    const token = newToken();
    const stored = { ...invitationsTable.toRow(made), hash: hashToken(token) };
    await ctx.db.insert(invitationsTable, stored);
    const object = invitationRecord(made);
    recordEvent(ctx, 'member.invited', { object });
    if (mail) {
      const sealedToken = mail.secrets.seal(token, invitationPlace(ctx.db.tenantId, id));
      await enqueue(ctx, 'send-mail', { kind: 'invitation', invitationId: id, sealedToken });
    }
    return { ...shownInvitation(made, at), token, mailed: mail !== undefined };
  });
}

/**
 * Throws unless a user with the role `by` may invite this person now. An open invitation of the address is replaced.
 * Returns the role of the invitation: an owner stays an owner.
 */
async function checkInvited(
  ctx: TenantContext,
  { email, role, by }: { email: string; role: MemberRole; by: MemberRole },
): Promise<MemberRole> {
  const others = ctx.db
    .select(invitationsTable)
    .where({ accepted_at: null, revoked_at: null })
    .where('expires_at', '>', ctx.now().toISOString())
    .where('email', '<>', email);
  const [row, open] = await Promise.all([
    ctx.db.select(usersTable).where({ email }).first(),
    others.count(),
  ]);
  const known = row && { ...usersTable.toRecord(row), hasAccount: row.account_id !== null };
  checkInvitation(role, { by, known, open: Number(open) });
  return known?.role === 'owner' ? 'owner' : role;
}

/** Revokes the open invitation of an address, if there is one. */
export async function revokeInvitationOf({ db, now }: TenantContext, email: string): Promise<void> {
  const pending = { email, accepted_at: null, revoked_at: null };
  await db.update(invitationsTable, pending, { revoked_at: now().toISOString() });
}

/** Revokes an invitation. Does not change one that was accepted or revoked. Throws SVC-NOT-FOUND when there is none. */
export async function revokeInvitation(ctx: TenantContext, id: string): Promise<void> {
  const row = await ctx.db.select(invitationsTable).where({ id }).first();
  if (!row) throw notFound('invitation', id);
  const at = ctx.now().toISOString();
  const pending = { id, accepted_at: null, revoked_at: null };
  await ctx.db.update(invitationsTable, pending, { revoked_at: at });
}

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
  return new ServiceError('SVC-VALIDATION', {
    issues: [{ in: 'body', path: field, code, message }],
  });
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
