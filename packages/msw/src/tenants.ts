import type { Contract } from '@parley/contract';
import { differences, tenantOf, tenantRules } from '@parley/domain';
import { recordChange } from './events.ts';
import { restartClosing } from './idle-conversations.ts';
import { restartTicketClosing } from './tickets.ts';
import type { Fakes } from './types.ts';

export const tenants: Fakes<Contract['tenants']> = {
  current: (_input, store) => ({ status: 200, body: tenantOf(store.tenant) }),
  update: ({ body }, store) => {
    const at = store.now();
    const wanted = tenantRules.changed(store.tenant, body, at);
    const previous = differences(store.tenant, wanted);
    if (previous) {
      store.tenant = { ...wanted, updatedAt: at };
      if (previous.settings) {
        restartClosing(store, previous.settings);
        restartTicketClosing(store, previous.settings);
      }
      recordChange(store, 'tenant.updated', tenantOf(store.tenant), previous, { at });
    }
    return { status: 200, body: tenantOf(store.tenant) };
  },
};
