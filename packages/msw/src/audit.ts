import { type AuditedChange, newAuditEntry } from '@parley/domain';
import type { Store } from './store.ts';

/** Writes an entry of the audit log, for a change by the actor of the store. */
export function audit(store: Store, change: AuditedChange): void {
  const { actor, requestId } = store;
  const ip = requestId === null ? null : '127.0.0.1';
  const made = { id: store.newId('auditEntry'), at: store.now() };
  const entry = newAuditEntry(change, { actor, sessionId: null, ip, requestId }, made);
  store.auditLog.set(entry.id, entry);
}
