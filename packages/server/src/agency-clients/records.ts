import { agencyClientRules, shownClient, shownGrant } from '@parley/domain';
import { receivedGrantsTable } from '../agency-grants/table.ts';
import { defineRecords } from '../crud/records.ts';
import { activeIn } from '../tenancy/grants.ts';
import { agencyClientsTable } from './table.ts';

export const agencyClients = defineRecords(agencyClientsTable, agencyClientRules, {
  async complete(ctx, clients) {
    const ids = clients.map(({ id }) => id);
    const grants = ids.length > 0 ? await activeIn(receivedGrantsTable, ctx, ids) : [];
    const at = ctx.now().toISOString();
    const shown = new Map(grants.map((grant) => [grant.agencyClientId, shownGrant(grant, at)]));
    return clients.map((client) => shownClient(client, shown.get(client.id)));
  },
  fresh: (client) => shownClient(client, undefined),
});
