import type { StoredNote } from '@parley/domain';
import { defineTable, flag, json, plain } from '../db/table.ts';

export const notesTable = defineTable<StoredNote>()('notes', {
  fields: {
    id: plain,
    contactId: plain,
    conversationId: plain,
    dealId: plain,
    body: plain,
    pinned: flag,
    author: json,
    createdAt: plain,
    updatedAt: plain,
  },
  isOwned: true,
  indexed: { contactId: ['created_at'], conversationId: ['created_at'], dealId: ['created_at'] },
});
