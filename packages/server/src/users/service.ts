import { ServiceError } from '@parley/contract/schemas';
import { requireActive } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import type { User } from './repository.ts';
import * as repository from './repository.ts';

/** Users may be assignees and owners; signing in comes with the console. */
export async function createUser(
  ctx: TenantContext,
  input: Pick<User, 'name' | 'email'> & Partial<Pick<User, 'role' | 'active'>>,
): Promise<User> {
  const user: User = {
    id: ctx.newId('usr'),
    name: input.name,
    email: input.email.trim().toLowerCase(),
    role: input.role ?? 'member',
    active: input.active ?? true,
    createdAt: ctx.now().toISOString(),
  };
  if (!(await repository.insertUser(ctx.db, user))) {
    const conflict = { resource: 'user', field: 'email', existingId: null };
    throw new ServiceError('SVC-CONFLICT', conflict);
  }
  return user;
}

export async function listUsers(ctx: TenantContext): Promise<User[]> {
  return await repository.listUsers(ctx.db);
}

/** For a field of a record that names a user. Throws SVC-NOT-FOUND, or SVC-RULE-VIOLATION when the user is inactive. */
export async function requireUser(ctx: TenantContext, id: string, field: string): Promise<void> {
  requireActive(await repository.findUser(ctx.db, id), { id, field });
}
