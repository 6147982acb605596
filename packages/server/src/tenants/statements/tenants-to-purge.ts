import { systemRows } from '../../db/system-rows.ts';

export interface Condemned {
  readonly id: string;
  readonly purgeAt: string;
}

interface Place {
  readonly now: string;
  /** The last tenant of the list before. */
  readonly after: Condemned;
}

/** Lists the tenants whose deletion is due, the earliest first. */
export const tenantsToPurge = systemRows<Place, Condemned>(
  'tenants-to-purge',
  {
    access: 'read',
    text: `select id, purge_at as "purgeAt" from tenants
      where purge_at <= $1 and (purge_at, id) > ($2, $3) order by purge_at, id limit 10`,
  },
  ({ now, after }) => [now, after.purgeAt, after.id],
);
