import type { Member } from '@parley/contract/schemas';
import { requireActive, userRules } from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { usersTable } from './table.ts';

/** Users may be assignees and owners; signing in comes with the console. */
export const users = defineRecords(usersTable, userRules);

export const createUser = users.create;

export async function listUsers({ db }: TenantContext): Promise<Member[]> {
  const rows = await db.select(usersTable).orderBy('created_at').orderBy('id').limit(1_000);
  return rows.map(usersTable.toRecord);
}

/** For a field of a record that names a user. Throws SVC-NOT-FOUND, or SVC-RULE-VIOLATION when the user is inactive. */
export async function requireUser(ctx: TenantContext, id: string, field: string): Promise<void> {
  requireActive(await users.find(ctx, id), { id, field });
}
