import { type AuditedChange, newAuditEntry } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { auditLogTable } from './table.ts';

/** Writes an entry of the audit log, in the transaction of the change if there is one. */
export async function audit(
  ctx: TenantContext,
  { sessionId = ctx.session?.id ?? null, ...change }: AuditedChange & { sessionId?: string | null },
): Promise<void> {
  const { ip = null, requestId = null } = ctx.origin ?? {};
  const made = { id: ctx.newId('aud'), at: ctx.now().toISOString() };
  const entry = newAuditEntry(change, { actor: ctx.actor, sessionId, ip, requestId }, made);
  await ctx.db.insert(auditLogTable, auditLogTable.toRow(entry));
}
