import type { ListMembersQuery, Member } from '@parley/contract/schemas';
import { givenFields } from './fields.ts';
import { anyOf, flagged } from './filters.ts';
import { notFound, violation } from './refusals.ts';
import { defineRules } from './rules.ts';

export type NewUser = Pick<Member, 'name' | 'email'> & Partial<Pick<Member, 'role' | 'active'>>;

export const userRules = defineRules<Member, NewUser, Partial<NewUser>, ListMembersQuery>({
  kind: 'user',
  initial: (body, { id, at }) => ({
    id,
    role: 'member',
    active: true,
    ...givenFields(body),
    name: body.name,
    email: body.email.trim().toLowerCase(),
    lastSeenAt: null,
    createdAt: at,
    updatedAt: at,
  }),
  unique: { email: ({ email }) => email },
  filters: { role: anyOf('role'), active: flagged('active') },
});

/** Throws SVC-NOT-FOUND unless the user exists, and SVC-RULE-VIOLATION when the user is inactive. */
export function requireActive(
  user: { readonly active: boolean } | undefined,
  { id, field }: { readonly id: string; readonly field: string },
): void {
  if (!user) throw notFound('user', id);
  if (!user.active) throw violation('active_user', field);
}
