import { ServiceError } from '@parley/contract/schemas';
import type { TenantContext } from '../tenancy/context.ts';
import type { User } from './repository.ts';
import * as repository from './repository.ts';

/** Users may be assignees and owners; signing in comes with the console. */
export async function createUser(
  ctx: TenantContext,
  input: { name: string; email: string; role?: User['role'] | undefined },
): Promise<User> {
  const user: User = {
    id: ctx.newId('usr'),
    name: input.name,
    email: input.email.trim().toLowerCase(),
    role: input.role ?? 'member',
    active: true,
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

export async function getUser(ctx: TenantContext, id: string): Promise<User> {
  const user = await repository.findUser(ctx.db, id);
  if (!user) throw new ServiceError('SVC-NOT-FOUND', { resource: 'user', id });
  return user;
}
