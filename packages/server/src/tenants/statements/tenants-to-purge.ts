import { systemRows } from '../../sessions/statements/rows.ts';

interface Condemned {
  readonly id: string;
}

/** Lists tenants that are to be deleted by now. */
export const tenantsToPurge = systemRows<{ now: string }, Condemned>(
  'tenants-to-purge',
  {
    access: 'read',
    text: 'select id from tenants where purge_at <= $1 order by purge_at limit 10',
  },
  ({ now }) => [now],
);
