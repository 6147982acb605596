import type { StoredAuditEntry } from '@parley/domain';
import type { Store } from './store.ts';

/** Writes an entry of the audit log, for a change by the actor of the store. */
export function audit(
  store: Store,
  { action, recordId }: Pick<StoredAuditEntry, 'action' | 'recordId'>,
): void {
  const { requestId } = store;
  const { type: actorType, id: actorId, grantId } = store.actor;
  const ip = requestId === null ? null : '127.0.0.1';
  const id = store.newId('auditEntry');
  const createdAt = store.now();
  const by = { actorType, actorId, grantId, sessionId: null, ip, requestId };
  const entry = { id, action, recordId, ...by, createdAt };
  store.auditLog.set(id, entry);
}
