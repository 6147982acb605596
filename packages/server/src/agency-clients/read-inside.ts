import type { AgencyPermission, ClientUsage, ClientUsageQuery } from '@parley/contract/schemas';
import { clientUsage, usageReports } from '@parley/domain';
import { inOrder } from '../db/in-order.ts';
import { readReport } from '../reports/read-report.ts';
import { reportSources } from '../reports/routes.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { actAsClient } from '../tenancy/grants.ts';
import { limitUsesOf } from '../tenants/limits.ts';

/** Reads data of a client. Checks the grant again, because it may have ended since the request began. */
export async function readInside<Found>(
  ctx: TenantContext,
  { clientId, permission }: { clientId: string; permission: AgencyPermission },
  read: (inside: TenantContext) => Promise<Found>,
): Promise<Found> {
  const { inside } = await actAsClient(ctx, clientId, permission);
  const found = await read(inside);
  await actAsClient(ctx, clientId, permission);
  return found;
}

/** Returns what a client used in a period. */
export async function usageOf(
  ctx: TenantContext,
  clientId: string,
  query: ClientUsageQuery,
): Promise<ClientUsage> {
  const asked = usageReports(query);
  return await readInside(ctx, { clientId, permission: 'profile' }, async (inside) => {
    const [byType, byCategory, shown, archived, limits] = await inOrder([
      readReport(inside, reportSources.messages, asked.byType),
      readReport(inside, reportSources.messages, asked.byCategory),
      readReport(inside, reportSources.contacts, asked.contacts),
      readReport(inside, reportSources.archivedContacts, asked.contacts),
      limitUsesOf(inside),
    ]);
    return clientUsage({ byType, byCategory, contacts: [shown, archived], limits });
  });
}
