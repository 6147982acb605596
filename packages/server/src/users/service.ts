import type { Member } from '@parley/contract/schemas';
import { requireActive, userRules } from '@parley/domain';
import { defineRecords } from '../crud/records.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { usersTable } from './table.ts';

/** The users of a tenant, who can be assignees and owners. Those with an account can sign in to the console. */
export const users = defineRecords(usersTable, userRules, { limit: 'members' });

export const createUser = users.create;

export async function listUsers({ db }: TenantContext): Promise<Member[]> {
  const rows = await db.select(usersTable).orderBy('created_at').orderBy('id').limit(1_000);
  return rows.map(usersTable.toRecord);
}

/** Returns the users with these IDs, by their IDs. */
export async function findUsers(
  { db }: TenantContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Member>> {
  if (ids.length === 0) return new Map();
  const rows = await db.select(usersTable).whereIn('id', [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, usersTable.toRecord(row)]));
}

/** Checks a field that refers to a user. Throws SVC-NOT-FOUND, or SVC-RULE-VIOLATION when the user is inactive. */
export async function requireUser(ctx: TenantContext, id: string, field: string): Promise<void> {
  requireActive(await users.find(ctx, id), { id, field });
}
