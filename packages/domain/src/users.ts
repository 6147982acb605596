import { ServiceError } from '@parley/contract/schemas';
import { notFound } from './refusals.ts';

/** Throws SVC-NOT-FOUND unless the user exists, and SVC-RULE-VIOLATION when the user is inactive. */
export function requireActive(
  user: { readonly active: boolean } | undefined,
  { id, field }: { readonly id: string; readonly field: string },
): void {
  if (!user) throw notFound('user', id);
  if (!user.active) throw new ServiceError('SVC-RULE-VIOLATION', { rule: 'active_user', field });
}
