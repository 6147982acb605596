import type { EventEnvelope, ListEventsQuery, Page } from '@parley/contract/schemas';
import { matchingTypes, notFound } from '@parley/domain';
import { fromJson } from '../db/columns.ts';
import { listOf, pageOf, readPosition } from '../db/cursor.ts';
import { RecordMemo } from '../db/record-memo.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { sequenceAfter, sequenceBefore } from './sequence-at.ts';
import { type EventSelection, listEvents as readEvents } from './statements/list-events.ts';
import { type EventRow, eventsTable } from './table.ts';

// The log returns events in the form in which endpoints get them, for clients that cannot receive webhooks.

const eventList = listOf<EventRow>('events', { sequence: 'sequence' });
const memo = new RecordMemo<EventEnvelope>();

export async function getEvent({ db }: TenantContext, id: string): Promise<EventEnvelope> {
  const row = await db.select(eventsTable).where({ id }).first();
  if (!row) throw notFound('event', id);
  return fromJson<EventEnvelope>(row.body);
}

export async function listEvents(
  { db, now }: TenantContext,
  query: ListEventsQuery,
): Promise<Page<EventEnvelope>> {
  const { sort, cursor, limit, ...filters } = query;
  const listing = { sort, page: { cursor, limit }, filters };
  const position = readPosition(db, eventList, listing);
  const { after: place, direction } = position;
  // cursorAfter has written this place from a number.
  const seen = place && Number(place.key);
  const { above, upTo } = await rangeOf(db, query);
  const rows = await db.run(readEvents, {
    types: query.type ? matchingTypes(query.type) : undefined,
    subjectIds: query.subjectId,
    above: direction === 'asc' && seen !== undefined ? Math.max(above, seen) : above,
    upTo: direction === 'desc' && seen !== undefined ? Math.min(upTo, seen - 1) : upTo,
    since: query.since,
    until: query.until,
    direction,
    limit: limit + 1,
  } satisfies EventSelection);
  const { rows: shown, nextCursor } = pageOf(db, position, rows);
  const nowMs = now().getTime();
  const eventOf = (text: string) => memo.get(text, nowMs, () => ({ record: fromJson(text) }));
  return { data: shown.map(({ body }) => eventOf(body)), nextCursor };
}

/**
 * Returns a range of sequence numbers that contains every event of the requested period. Filter its events by their
 * times: the range may contain others.
 */
async function rangeOf(db: TenantDb, { since, until, afterSequence = 0 }: ListEventsQuery) {
  const from = since === undefined ? 0 : await sequenceBefore(db, since);
  const upTo = until === undefined ? Number.MAX_SAFE_INTEGER : await sequenceAfter(db, until);
  return { above: Math.max(afterSequence, from), upTo };
}
