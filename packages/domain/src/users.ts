import { ServiceError } from '@parley/contract/schemas';
import { givenFields } from './fields.ts';
import { notFound } from './refusals.ts';
import { defineRules, type Stored } from './rules.ts';

/** A member of a tenant: may own contacts and be assigned conversations. */
export interface User extends Stored {
  readonly name: string;
  readonly email: string;
  readonly role: 'admin' | 'member';
  readonly active: boolean;
}

export type NewUser = Pick<User, 'name' | 'email'> & Partial<Pick<User, 'role' | 'active'>>;

export const userRules = defineRules<User, NewUser, Partial<NewUser>, object>({
  kind: 'user',
  initial: (body, { id, at }) => ({
    id,
    role: 'member',
    active: true,
    ...givenFields(body),
    name: body.name,
    email: body.email.trim().toLowerCase(),
    createdAt: at,
    updatedAt: at,
  }),
  unique: { email: ({ email }) => email },
  filters: {},
});

/** Throws SVC-NOT-FOUND unless the user exists, and SVC-RULE-VIOLATION when the user is inactive. */
export function requireActive(
  user: { readonly active: boolean } | undefined,
  { id, field }: { readonly id: string; readonly field: string },
): void {
  if (!user) throw notFound('user', id);
  if (!user.active) throw new ServiceError('SVC-RULE-VIOLATION', { rule: 'active_user', field });
}
