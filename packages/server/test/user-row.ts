import type { UserRow } from '../src/users/table.ts';
import { newId } from './contexts.ts';

/** Returns the row of a new member. */
export function userRow(email: string, name = 'Ann'): UserRow {
  const at = '2026-11-20T00:00:00.000Z';
  return {
    id: newId('usr'),
    name,
    email,
    account_id: null,
    last_seen_at: null,
    role: 'member',
    active: 1,
    created_at: at,
    updated_at: at,
  };
}
