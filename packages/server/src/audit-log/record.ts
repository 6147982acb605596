import type { StoredAuditEntry } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { auditLogTable } from './table.ts';

/** Writes an entry of the audit log, in the transaction of the change if there is one. */
export async function audit(
  ctx: TenantContext,
  {
    action,
    recordId,
    sessionId = ctx.session?.id ?? null,
  }: Pick<StoredAuditEntry, 'action' | 'recordId'> & { sessionId?: string | null },
): Promise<void> {
  const { type: actorType, id: actorId, grantId } = ctx.actor;
  const { ip = null, requestId = null } = ctx.origin ?? {};
  const id = ctx.newId('aud');
  const createdAt = ctx.now().toISOString();
  const by = { actorType, actorId, grantId, sessionId, ip, requestId };
  const entry = { id, action, recordId, ...by, createdAt };
  await ctx.db.insert(auditLogTable, auditLogTable.toRow(entry));
}
