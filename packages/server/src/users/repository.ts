import { toFlag } from '../db/columns.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { type UserRow, usersTable } from './table.ts';

export interface User {
  id: string;
  name: string;
  email: string;
  role: UserRow['role'];
  active: boolean;
  createdAt: string;
}

export async function listUsers(db: TenantDb): Promise<User[]> {
  const rows = await db.select(usersTable).orderBy('created_at').orderBy('id').limit(1_000);
  return rows.map(toUser);
}

export async function findUser(db: TenantDb, id: string): Promise<User | undefined> {
  const row = await db.select(usersTable).where({ id }).first();
  return row && toUser(row);
}

/** False when the address is taken. */
export async function insertUser(db: TenantDb, user: User): Promise<boolean> {
  const row: UserRow = {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    active: toFlag(user.active),
    created_at: user.createdAt,
    updated_at: user.createdAt,
  };
  return await db.insertIfAbsent(usersTable, row, ['email']);
}

function toUser(row: UserRow): User {
  const { id, name, email, role } = row;
  return { id, name, email, role, active: row.active === 1, createdAt: row.created_at };
}
