import type { LoggedRequest } from '@parley/contract/console';
import { defineTable, plain, whole } from '../db/table.ts';

export const requestLogTable = defineTable<LoggedRequest>()('request_log', {
  fields: {
    id: plain,
    keyId: plain,
    method: plain,
    path: plain,
    status: whole,
    code: plain,
    requestId: plain,
    durationMs: whole,
    createdAt: plain,
  },
});
