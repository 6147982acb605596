import type { MessageEvent } from '@parley/contract/schemas';
import { firstEntry, type StoredMessage } from '@parley/domain';
import { toFlag, toJson } from '../db/columns.ts';
import type { MessageEventRow } from './table.ts';

/** Returns the cells of an entry of the timeline. */
export function entryCells(entry: MessageEvent): Omit<MessageEventRow, 'message_id' | 'id'> {
  return {
    type: entry.type,
    at: entry.at,
    received_at: entry.receivedAt,
    ignored: toFlag(entry.ignored),
    error: entry.error && toJson(entry.error),
  };
}

/** Returns the ID of a timeline entry. Entries are numbered under the lock of their message. */
export function timelineId(place: number): string {
  return String(place).padStart(8, '0');
}

export const firstTimelineId = timelineId(1);

/** Returns the first timeline entry of a new message. */
export function firstEntryRow(message: StoredMessage): MessageEventRow {
  return { message_id: message.id, id: firstTimelineId, ...entryCells(firstEntry(message)) };
}
