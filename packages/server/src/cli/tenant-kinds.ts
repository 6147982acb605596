import type { Tenant } from '@parley/contract/schemas';
import { agencyClientsTable } from '../agency-clients/table.ts';
import { audit } from '../audit-log/record.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { lockTenant } from '../tenants/lock.ts';
import { getCurrentTenant, setKind } from '../tenants/service.ts';
import { CommandError } from './session.ts';

/** The kinds that an operator can give a tenant. Only an agency creates a `client`. */
export const givenKinds = ['standard', 'agency'] as const;

/**
 * Changes the kind of the tenant of the context. Throws CommandError for the client of an agency, and for an agency that
 * would lose its clients.
 */
export async function changeKind(
  ctx: TenantContext,
  kind: (typeof givenKinds)[number],
): Promise<Tenant> {
  return await inTransaction(ctx, async (ctx) => {
    await lockTenant(ctx);
    const before = await getCurrentTenant(ctx);
    if (before.kind === kind) return before;
    if (before.kind === 'client') {
      throw new CommandError('An agency created this tenant. Its kind stays client.');
    }
    const clients = ctx.db.select(agencyClientsTable).where('status', '<>', 'archived');
    if (before.kind === 'agency' && (await clients.first())) {
      throw new CommandError('The agency has clients. It must archive them first.');
    }
    await audit(ctx, { action: 'tenant.updated', recordId: before.id });
    return await setKind(ctx, kind);
  });
}
