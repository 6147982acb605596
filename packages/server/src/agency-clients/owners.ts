import type { InviteOwnerBody, OwnerInvitation } from '@parley/contract/schemas';
import { accountEmail, checkOwnerInvitation, invitationRecord } from '@parley/domain';
import { apiKeysTable } from '../api-keys/table.ts';
import { audit } from '../audit-log/record.ts';
import { admitMail, type InvitingDeps, invite, revokeInvitations } from '../invitations/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { actAsClient, type Client } from '../tenancy/grants.ts';
import { createUser } from '../users/service.ts';
import { usersTable } from '../users/table.ts';

const role = 'owner';

/** Creates the first member of a new tenant, and its invitation. */
export async function addOwner(
  inside: TenantContext,
  owner: InviteOwnerBody,
  mail: InvitingDeps | undefined,
): Promise<OwnerInvitation> {
  const { email } = await createUser(inside, { ...owner, role });
  return await inviteAsOwner(inside, email, mail);
}

/**
 * Counts the mail with an invitation, as one of the agency. Throws SVC-FORBIDDEN like `inviteOwner`. Call it outside of
 * transactions.
 */
export async function admitOwner(
  ctx: TenantContext,
  id: string,
  { email, deps }: { email: string; deps: InvitingDeps },
): Promise<InvitingDeps | undefined> {
  await checkAccess(await actAsClient(ctx, id));
  return await admitMail(deps, { sender: ctx.db.tenantId, email, nowMs: ctx.now().getTime() });
}

/**
 * Invites the owner of a client again, and revokes the earlier invitations of owners. Throws SVC-FORBIDDEN unless the
 * agency created the tenant and only the agency has access to it, and SVC-CONFLICT for a deactivated member.
 */
export async function inviteOwner(
  ctx: TenantContext,
  id: string,
  { owner, mail }: { owner: InviteOwnerBody; mail: InvitingDeps | undefined },
): Promise<OwnerInvitation> {
  const client = await actAsClient(ctx, id);
  await checkAccess(client);
  const { inside } = client;
  await revokeInvitations(inside, { role: 'owner' });
  const email = accountEmail(owner.email);
  const known = await inside.db.select(usersTable).where({ email }).first();
  if (!known) return await addOwner(inside, owner, mail);
  return await inviteAsOwner(inside, email, mail);
}

async function checkAccess({ record, inside: { db } }: Client): Promise<void> {
  const accounts = await db.select(usersTable).where('account_id', '<>', '').count();
  const ownKeys = await db.select(apiKeysTable).where({ grant_id: null }).count();
  checkOwnerInvitation(record, { accounts, ownKeys });
}

async function inviteAsOwner(
  inside: TenantContext,
  email: string,
  mail: InvitingDeps | undefined,
): Promise<OwnerInvitation> {
  const made = await invite(inside, { email, role }, { by: role, mail });
  await audit(inside, { action: 'invitation.created', recordId: made.id });
  const { token, mailed: _mailed, status: _status, ...invitation } = made;
  return { invitation: invitationRecord(invitation), invitationToken: token };
}
