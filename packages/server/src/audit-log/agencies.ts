import type { AuditEntry } from '@parley/contract/schemas';
import { actingAgency } from '@parley/domain';
import { agencyGrantsTable } from '../agency-grants/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { agencyNames } from '../tenancy/grants.ts';

/** Returns the entries with the agencies that acted. Reads no further rows if no agency did. */
export async function withAgencies(
  ctx: TenantContext,
  entries: readonly AuditEntry[],
): Promise<AuditEntry[]> {
  const grantIds = new Set(entries.flatMap(({ actor: { grantId } }) => grantId ?? []));
  const rows =
    grantIds.size === 0 ? [] : await ctx.db.select(agencyGrantsTable).whereIn('id', [...grantIds]);
  const agencies = new Map(rows.map((row) => [row.id, row.agency_id]));
  const agencyOf = ({ actor }: AuditEntry) => actingAgency(actor, (id) => agencies.get(id));
  const ids = new Set(entries.flatMap((entry) => agencyOf(entry) ?? []));
  const names = await agencyNames(ctx, ids);
  return entries.map((entry) => {
    const id = agencyOf(entry);
    return id === undefined ? entry : { ...entry, agency: { id, name: names.get(id) ?? null } };
  });
}
