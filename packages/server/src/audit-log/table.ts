import type { StoredAuditEntry } from '@parley/domain';
import { defineTable, plain } from '../db/table.ts';

export const auditLogTable = defineTable<StoredAuditEntry>()('audit_log', {
  fields: {
    id: plain,
    action: plain,
    actorType: plain,
    actorId: plain,
    grantId: plain,
    clientId: plain,
    recordId: plain,
    sessionId: plain,
    ip: plain,
    requestId: plain,
    createdAt: plain,
  },
});
