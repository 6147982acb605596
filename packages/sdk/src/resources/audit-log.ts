import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { AuditEntry, ListAuditLogQuery } from '../generated/types.ts';

/** Who changed settings, keys and credentials, and who merged, erased and exported. */
export interface AuditLog {
  /**
   * Lists audited actions, the newest first.
   *
   *     const { data } = await parley.auditLog.list({ action: 'api_key.revoked' });
   */
  list(query?: ListAuditLogQuery, options?: RequestOptions): PagePromise<AuditEntry>;
}
