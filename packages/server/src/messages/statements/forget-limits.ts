import { systemRows } from '../../db/system-rows.ts';

/**
 * Deletes the rows of limits that belong to no tenant and were last used before `beforeMs`. Without a row, the bucket of
 * a limit is full.
 */
export const forgetLimits = systemRows<{ readonly beforeMs: number }, { readonly name: string }>(
  'forget-limits',
  {
    access: 'write',
    text: `delete from further_throttles where tenant_id = '' and next_at_us < $1 returning name`,
  },
  ({ beforeMs }) => [beforeMs * 1_000],
);
