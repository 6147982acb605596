import { type MemberRole, ServiceError } from '@parley/contract/schemas';
import { recordEvent } from '../events/service.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { users } from '../users/service.ts';
import { usersTable } from '../users/table.ts';
import type { StoredAccount } from './table.ts';

/**
 * Makes an account a member of the tenant of `ctx`, in its transaction. A member with the same email address gets the
 * account and keeps its name; an owner stays an owner. Returns the context of the member. Throws SVC-LINK-INVALID for a
 * deactivated member. It also throws for an owner that was invited in another role: an administrator may have that link,
 * and must not become an owner with it.
 */
export async function addMember(
  ctx: TenantContext,
  { id: accountId, email, name }: Pick<StoredAccount, 'id' | 'email' | 'name'>,
  role: MemberRole,
): Promise<TenantContext> {
  const known = await ctx.db.select(usersTable).where({ email }).forUpdate().first();
  if (known && (!known.active || (known.role === 'owner' && role !== 'owner'))) {
    throw new ServiceError('SVC-LINK-INVALID', { reason: 'used' });
  }
  const id = known?.id ?? (await users.create(ctx, { email, name, role })).id;
  await ctx.db.update(usersTable, { id }, { account_id: accountId });
  if (known && known.role !== 'owner') {
    await users.change(ctx, id, (before) => ({ ...before, role }));
  }
  const inside: TenantContext = { ...ctx, actor: { type: 'member', id, grantId: null } };
  const object = await users.get(inside, id);
  recordEvent(inside, 'member.joined', { object });
  return inside;
}
