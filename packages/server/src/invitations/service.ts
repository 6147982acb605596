import { hash } from 'node:crypto';
import type {
  CreatedInvitation,
  CreateInvitationBody,
  Invitation,
  ListInvitationsQuery,
} from '@parley/contract/console';
import { idPrefixes, type MemberRole, type Page } from '@parley/contract/schemas';
import {
  accountEmail,
  checkInvitation,
  checkOwnersRevocation,
  invitationFilters,
  invitationRecord,
  newInvitation,
  notFound,
  receivedInvitationQuota,
  type StoredInvitation,
  sentInvitationQuota,
  shownInvitation,
} from '@parley/domain';
import { defineList } from '../crud/list.ts';
import type { RowOf } from '../db/table.ts';
import type { Deps } from '../deps.ts';
import { recordEvent } from '../events/service.ts';
import { enqueue } from '../jobs/queue.ts';
import { invitationPlace } from '../mail/jobs.ts';
import { hashToken, newToken } from '../sessions/tokens.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockTenant } from '../tenants/lock.ts';
import { usersTable } from '../users/table.ts';
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
    await revokeInvitationOf(ctx, email, by);
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
  const [row, replaced, open] = await Promise.all([
    ctx.db.select(usersTable).where({ email }).first(),
    openInvitations(ctx).where({ email }).first(),
    openInvitations(ctx).where('email', '<>', email).count(),
  ]);
  const known = row && { ...usersTable.toRecord(row), hasAccount: row.account_id !== null };
  checkInvitation(role, { by, known, replaced, open: Number(open) });
  return known?.role === 'owner' ? 'owner' : role;
}

/** Selects the invitations that can be accepted. */
function openInvitations({ db, now }: TenantContext) {
  const pending = { accepted_at: null, revoked_at: null };
  return db.select(invitationsTable).where(pending).where('expires_at', '>', now().toISOString());
}

/**
 * Revokes the open invitation of an address, if there is one. Throws SVC-ROLE-REQUIRED unless an owner revokes that of an
 * owner.
 */
export async function revokeInvitationOf(
  ctx: TenantContext,
  email: string,
  by: MemberRole,
): Promise<void> {
  const open = await openInvitations(ctx).where({ email }).first();
  if (open) checkOwnersRevocation(open, by);
  await revokeInvitations(ctx, { email });
}

/** Revokes the open invitations with these values. The agency and the operator invite without an `invited_by_id`. */
export async function revokeInvitations(
  { db, now }: TenantContext,
  match: Partial<Pick<InvitationRow, 'email' | 'role' | 'invited_by_id'>>,
): Promise<void> {
  const pending = { ...match, accepted_at: null, revoked_at: null };
  await db.update(invitationsTable, pending, { revoked_at: now().toISOString() });
}

/**
 * Revokes an invitation. Does not change one that was accepted or revoked. Throws SVC-NOT-FOUND when there is none, and
 * SVC-ROLE-REQUIRED unless an owner revokes that of an owner.
 */
export async function revokeInvitation(
  ctx: TenantContext,
  id: string,
  by: MemberRole,
): Promise<void> {
  const row = await ctx.db.select(invitationsTable).where({ id }).first();
  if (!row) throw notFound('invitation', id);
  const at = ctx.now().toISOString();
  const { status } = shownInvitation(invitationsTable.toRecord(row), at);
  if (status === 'open') checkOwnersRevocation(row, by);
  const pending = { id, accepted_at: null, revoked_at: null };
  await ctx.db.update(invitationsTable, pending, { revoked_at: at });
}
