import { systemRows } from '../../db/system-rows.ts';

/** Finds the tenant of the invitation with the hash of a token, before the tenant is known. */
export const findInvitation = systemRows<{ hash: string }, { id: string; tenantId: string }>(
  'find-invitation',
  {
    access: 'read',
    text: 'select id, tenant_id as "tenantId" from invitations where hash = $1',
  },
  ({ hash }) => [hash],
);
