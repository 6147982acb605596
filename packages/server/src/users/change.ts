import type { Member, MemberRole } from '@parley/contract/schemas';
import { changedMember, endsInvitationsBy, memberEvent } from '@parley/domain';
import { recordEvent } from '../events/service.ts';
import { revokeInvitationOf, revokeInvitations } from '../invitations/service.ts';
import { sessionsTable } from '../sessions/table.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockLimit } from '../tenants/limits.ts';
import { lockTenant } from '../tenants/lock.ts';
import { users } from './service.ts';
import { usersTable } from './table.ts';

/**
 * Changes the role of a member, or whether it is active. Deactivating ends its sessions. Both revoke its open invitation,
 * which has the earlier role, and an administrator may not revoke that of an owner. Deactivating, and a lower role, also
 * revoke the open invitations that the member has made.
 */
export async function updateMember(
  ctx: TenantContext,
  id: string,
  change: Parameters<typeof changedMember>[1],
  by: MemberRole,
): Promise<Member> {
  return await inTransaction(ctx, async (ctx) => {
    await lockTenant(ctx);
    await lockLimit(ctx, 'members');
    const owners = await ctx.db.select(usersTable).where({ role: 'owner', active: 1 });
    const others = owners.filter((owner) => owner.id !== id && owner.account_id !== null);
    const otherOwners = others.length;
    const before = await users.take(ctx, id);
    const wanted = changedMember(before, change, { by, otherOwners });
    if (wanted.active && !before.active) await users.requireRoom(ctx);
    const { after: object } = await users.replace(ctx, before, wanted);
    const event = memberEvent(before, object);
    if (event) recordEvent(ctx, event.type, { ...event, object });
    if (object.role !== before.role || !object.active) {
      await revokeInvitationOf(ctx, object.email, by);
    }
    if (endsInvitationsBy(before, object)) await revokeInvitations(ctx, { invited_by_id: id });
    if (!object.active) await ctx.db.removeAll(sessionsTable, { user_id: id });
    return object;
  });
}
