import { agencyClientRules, shownClient } from '@parley/domain';
import { showGrants } from '../agency-grants/records.ts';
import { receivedGrantsTable } from '../agency-grants/table.ts';
import { defineRecords } from '../crud/records.ts';
import { activeIn } from '../tenancy/grants.ts';
import { agencyClientsTable } from './table.ts';

export const agencyClients = defineRecords(agencyClientsTable, agencyClientRules, {
  complete: {
    async read(ctx, clients) {
      const ids = clients.map(({ id }) => id);
      const grants = ids.length > 0 ? await activeIn(receivedGrantsTable, ctx, ids) : [];
      const shown = new Map(
        (await showGrants(ctx, grants)).map((grant) => [grant.agencyClientId, grant]),
      );
      return ids.map((id) => shown.get(id));
    },
    fresh: () => undefined,
    make: (client, grant) => ({ record: shownClient(client, grant) }),
  },
});
