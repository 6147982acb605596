import { rowsIn } from '../db/table.ts';

export interface UserRow {
  id: string;
  name: string;
  email: string;
  role: 'admin' | 'member';
  active: number;
  created_at: string;
  updated_at: string;
}

export const usersTable = rowsIn<UserRow>('users');
