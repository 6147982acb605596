import type {
  CreateInvitationBody,
  Invitation,
  ListInvitationsQuery,
} from '@parley/contract/console';
import type { Member, MemberInvitation, MemberRole } from '@parley/contract/schemas';
import { dayMs } from './durations.ts';
import { differences } from './fields.ts';
import { custom, type Filters } from './filters.ts';
import { checkLimit, conflict, violation } from './refusals.ts';
import { isLower, requireRole } from './roles.ts';
import type { ChangeEvent, Made } from './rules.ts';
import { accountEmail } from './sessions.ts';

/** A stored invitation: without `status`, which depends on the time. */
export type StoredInvitation = Omit<Invitation, 'status'>;

/** How many days the link of an invitation works. */
export const invitationDays = 7;
/** The most open invitations of a tenant. */
export const maxOpenInvitations = 100;

export const invitationFilters: Filters<StoredInvitation, ListInvitationsQuery> = {
  status: custom,
};

export function newInvitation(
  { email, role }: CreateInvitationBody,
  invitedById: string | null,
  { id, at }: Made,
): StoredInvitation {
  return {
    id,
    email: accountEmail(email),
    role,
    invitedById,
    expiresAt: new Date(Date.parse(at) + invitationDays * dayMs).toISOString(),
    acceptedAt: null,
    revokedAt: null,
    createdAt: at,
  };
}

/** Returns the invitation as events and other records show it. */
export function invitationRecord({
  acceptedAt: _accepted,
  revokedAt: _revoked,
  ...record
}: StoredInvitation): MemberInvitation {
  return record;
}

export function shownInvitation(invitation: StoredInvitation, at: string): Invitation {
  return { ...invitation, status: statusOf(invitation, at) };
}

function statusOf(invitation: StoredInvitation, at: string): Invitation['status'] {
  if (invitation.acceptedAt !== null) return 'accepted';
  if (invitation.revokedAt !== null) return 'revoked';
  return invitation.expiresAt <= at ? 'expired' : 'open';
}

/** The member with the invited email address, who may have no account yet. */
type Known = Pick<Member, 'id' | 'role' | 'active'> & { readonly hasAccount: boolean };

/**
 * Throws unless a user may invite this member: SVC-CONFLICT for a member who can sign in already or is deactivated.
 * SVC-ROLE-REQUIRED unless an owner invites an owner, because the holder of the link becomes one, or replaces an
 * invitation of an owner. SVC-LIMIT-REACHED when too many invitations are open.
 */
export function checkInvitation(
  role: MemberRole,
  {
    by,
    known,
    replaced,
    open,
  }: {
    by: MemberRole;
    known: Known | undefined;
    replaced: Pick<Invitation, 'role'> | undefined;
    open: number;
  },
): void {
  if (role === 'owner' || known?.role === 'owner') requireRole(by, 'owner');
  if (replaced) checkOwnersRevocation(replaced, by);
  if (known && (known.hasAccount || !known.active))
    throw conflict('user', { field: 'email', existingId: known.id });
  checkLimit('openInvitations', { count: open, max: maxOpenInvitations });
}

/** Throws SVC-ROLE-REQUIRED unless an owner revokes the invitation of an owner. */
export function checkOwnersRevocation({ role }: Pick<Invitation, 'role'>, by: MemberRole): void {
  if (role === 'owner') requireRole(by, 'owner');
}

interface MemberChange {
  readonly role?: MemberRole | undefined;
  readonly active?: boolean | undefined;
}

/**
 * Returns the changed member. Throws SVC-ROLE-REQUIRED unless an owner changes an owner or makes one, and
 * SVC-RULE-VIOLATION when no other owner could sign in afterwards.
 */
export function changedMember(
  before: Member,
  { role = before.role, active = before.active }: MemberChange,
  { by, otherOwners }: { by: MemberRole; otherOwners: number },
): Member {
  if (before.role === 'owner' || role === 'owner') requireRole(by, 'owner');
  const isOwner = (of: MemberChange) => of.role === 'owner' && of.active === true;
  if (isOwner(before) && !isOwner({ role, active }) && otherOwners === 0) {
    const field = role === before.role ? 'active' : 'role';
    throw violation('last_owner', field);
  }
  return { ...before, role, active };
}

/**
 * Returns whether a change of a member ends the invitations that it made. Otherwise a deactivated administrator could
 * join again by a link that it made for another address of its own.
 */
export function endsInvitationsBy(before: Member, after: Member): boolean {
  return !after.active || isLower(after.role, before.role);
}

/** Returns the event of a change of a member; undefined when nothing changed. */
export function memberEvent(before: Member, after: Member): ChangeEvent<Member> | undefined {
  const { role, active } = before;
  const previous = differences({ role, active }, after);
  if (!previous) return undefined;
  const isDeactivated = before.active && !after.active;
  return { type: isDeactivated ? 'member.deactivated' : 'member.updated', previous };
}
