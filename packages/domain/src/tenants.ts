import type { Tenant } from '@parley/contract/schemas';
import type { Made } from './rules.ts';

export function newTenant({ id, at }: Made, name: string): Tenant {
  return {
    id,
    name,
    kind: 'standard',
    status: 'active',
    timezone: 'UTC',
    locale: 'en',
    defaultCurrency: 'USD',
    agencyId: null,
    createdAt: at,
  };
}
