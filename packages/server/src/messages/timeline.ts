import type { MessageEvent } from '@parley/contract/schemas';
import { firstEntry, type StoredMessage } from '@parley/domain';
import { toFlag, toJson } from '../db/columns.ts';
import type { MessageEventRow } from './table.ts';

/** Returns the row of an entry of the timeline. `place` is its number, which is given under the lock of the message. */
export function entryRow(entry: MessageEvent, messageId: string, place: number): MessageEventRow {
  return {
    message_id: messageId,
    id: timelineId(place),
    type: entry.type,
    at: entry.at,
    received_at: entry.receivedAt,
    ignored: toFlag(entry.ignored),
    error: entry.error && toJson(entry.error),
  };
}

function timelineId(place: number): string {
  return String(place).padStart(8, '0');
}

export const firstTimelineId = timelineId(1);

/** Returns the first timeline entry of a new message. */
export function firstEntryRow(message: StoredMessage): MessageEventRow {
  return entryRow(firstEntry(message), message.id, 1);
}
