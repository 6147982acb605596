import type { Member } from '@parley/contract/schemas';
import { defineTable, flag, plain, type RowOf } from '../db/table.ts';

export const usersTable = defineTable<Member>()('users', {
  fields: {
    id: plain,
    name: plain,
    email: plain,
    role: plain,
    active: flag,
    lastSeenAt: plain,
    createdAt: plain,
    updatedAt: plain,
  },
  // The account that signs in as this user.
  extra: { account_id: null as string | null },
});

export type UserRow = RowOf<typeof usersTable>;
