import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventEnvelope, EventType } from '@parley/contract/schemas';
import { listEventsQuery, matchesEvent } from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { databaseOfTests, freshDatabase, openAt, targets } from '../../test/databases.ts';
import { aGate } from '../../test/gate.ts';
import { SystemDb } from '../db/system-db.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { createNewId } from '../tenancy/new-id.ts';
import { getEvent, listEvents } from './log.ts';
import { recordEvent } from './service.ts';
import { sqliteSql } from './statements/list-events.ts';
import { eventsTable } from './table.ts';

type Recorded = Parameters<typeof recordEvent>[1];

const types: readonly Recorded[] = [
  'message.sent',
  'message.received',
  'contact.created',
  'contact.updated',
  'channel.created',
];
const subjects = ['rec_1', 'rec_2', 'rec_3', 'rec_4'];
const startMs = Date.parse('2026-11-20T06:00:00.000Z');

describe.each(targets)('the log of events on %s', (target) => {
  const shared = databaseOfTests(target);

  test('returns the sent event completely', async () => {
    const ctx = aTenant();
    await record(ctx, {
      text: 'ü 😀 \u2028 "quoted"',
      big: 1e21,
      small: 1e-9,
      nested: [{ a: null }],
    });
    const [row] = await ctx.db.select(eventsTable);
    const sent = JSON.parse(row?.body ?? '') as EventEnvelope;
    expect(sent).toMatchObject({ sequence: 1, type: 'message.sent', tenantId: ctx.db.tenantId });
    expect(await getEvent(ctx, sent.id)).toEqual(sent);
    expect((await listEvents(ctx, listEventsQuery.parse({}))).data).toEqual([sent]);
  });

  test('filters by type, subject, time and sequence match a full scan', async () => {
    const ctx = aTenant();
    const other = aTenant();
    for (let n = 0; n < 60; n += 1) await record(at(n % 9 === 8 ? other : ctx, n), {}, n);
    const all = (await listEvents(ctx, listEventsQuery.parse({ limit: '100' }))).data;
    expect(all.length).toBeGreaterThan(50);
    const minute = (n: number) => new Date(startMs + n * 60_000).toISOString();
    const queries: readonly Record<string, string>[] = [
      {},
      { type: 'message.*' },
      { type: 'contact.created' },
      { type: '*' },
      { type: 'api_key.*' },
      { type: 'contact.*,message.sent,message.sent' },
      { subjectId: 'rec_2' },
      { subjectId: 'rec_1,rec_3,rec_1,rec_none' },
      { subjectId: 'rec_1,rec_2', type: 'message.*' },
      { since: minute(20) },
      { until: minute(20) },
      { since: minute(10), until: minute(40), type: 'message.*' },
      { since: minute(10), until: minute(40), subjectId: 'rec_2,rec_4' },
      { since: minute(99) },
      { until: minute(-9) },
      { afterSequence: '17' },
      { afterSequence: '17', type: 'contact.*', since: minute(5) },
      { afterSequence: '999' },
    ];
    for (const query of queries) {
      const wanted = all.filter((event) => isWanted(event, query)).map(({ sequence }) => sequence);
      for (const sort of ['sequence', '-sequence']) {
        const found = await allPages(ctx, { ...query, sort, limit: '7' });
        const expected = sort === 'sequence' ? wanted : wanted.toReversed();
        expect([query, sort, found]).toEqual([query, sort, expected]);
      }
    }
  });

  test('continuing after the last sequence misses no event of a late commit', async () => {
    const { database, place } = shared;
    const system = new SystemDb(database);
    const ctx = contextFor(system);
    const late = contextFor(new SystemDb(openAt(place)), ctx.db.tenantId);
    const seen: number[] = [];
    const poll = async () => {
      const afterSequence = String(seen.at(-1) ?? 0);
      const { data } = await listEvents(ctx, listEventsQuery.parse({ afterSequence }));
      seen.push(...data.map(({ sequence }) => sequence));
      return data.map(({ subject }) => subject.id);
    };
    await record(ctx, {}, 0);
    const { open: noted, opened: isNoted } = aGate();
    const { open: commit, opened: mayCommit } = aGate();
    const slow = inTransaction(late, async (late) => {
      recordEvent(late, 'message.sent', { object: { id: 'late' } });
      noted();
      await mayCommit;
    });
    await isNoted;
    // On SQLite the second event would come after the late one in any case, because it has one writer.
    if (target === 'Postgres') {
      await record(ctx, {}, 1);
      expect(await poll()).toEqual(['rec_1', 'rec_2']);
    }
    commit();
    await slow;
    await record(ctx, {}, 2);
    const last = await poll();
    expect(last.slice(-2)).toEqual(['late', 'rec_3']);
    expect(seen).toEqual(seen.map((_, index) => index + 1));
  });

  test('a reader of the log before a restore finds the first event after it, if the operator skips numbers', async () => {
    const { database } = await freshDatabase(target);
    const ctx = contextFor(new SystemDb(database));
    await record(ctx, {});
    const [skip = ''] = /update event_counters [^"]+/.exec(operatorsPage()) ?? [];
    await database.writer.raw(skip);
    await record(ctx, {});
    // The reader saw events that the backup lacks.
    expect(await allPages(ctx, { afterSequence: '500' })).toEqual([1_000_002]);
    expect(await allPages(ctx, {})).toEqual([1, 1_000_002]);
  });

  test('a time range includes events committed after newer ones', async () => {
    const ctx = aTenant();
    const boundary = startMs + 600_000;
    const older = atMs(ctx, boundary - 1);
    const younger = atMs(ctx, boundary);
    // The first event is from after the boundary, but has a lower sequence than the second, which is from before it.
    await record(younger, {}, 0);
    await record(older, {}, 1);
    const since = new Date(boundary).toISOString();
    expect(await allPages(ctx, { since })).toEqual([1]);
    expect(await allPages(ctx, { until: since })).toEqual([2]);
  });

  test('a time range includes events beside one whose process stood still for two minutes before its commit', async () => {
    const ctx = aTenant();
    await record(atMs(ctx, startMs + 119_000), {}, 0);
    await record(atMs(ctx, startMs), {}, 1);
    const since = new Date(startMs + 61_000).toISOString();
    expect(await allPages(ctx, { since })).toEqual([1]);
    expect(await allPages(ctx, { until: since })).toEqual([2]);
  });

  function aTenant(): TenantContext {
    return contextFor(new SystemDb(shared.database));
  }
});

test.each([
  ['sequence', 'events_sequence (tenant_id=? AND sequence>? AND sequence<?)'],
  ['type', 'events_by_type (tenant_id=? AND type=? AND sequence>? AND sequence<?)'],
  ['subject', 'events_by_subject (tenant_id=? AND subject_id=? AND sequence>? AND sequence<?)'],
] as const)('SQLite uses an index for %s, in its order', async (way, index) => {
  const { database } = await freshDatabase('SQLite');
  for (const direction of ['asc', 'desc'] as const) {
    const sql = sqliteSql(way, direction).replaceAll(/@\w+/g, "'1'");
    const plan: { detail: string }[] = await database.reader.raw(`explain query plan ${sql}`);
    expect(plan[0]?.detail).toBe(`SEARCH e USING INDEX ${index}`);
    expect(plan.filter(({ detail }) => detail.includes('B-TREE'))).toEqual([]);
  }
});

function operatorsPage(): string {
  const folder = join(import.meta.dirname, '../../../../docs/operations');
  return readFileSync(join(folder, 'backups.md'), 'utf8');
}

function at(ctx: TenantContext, minutes: number): TenantContext {
  return atMs(ctx, startMs + minutes * 60_000);
}

function atMs(ctx: TenantContext, ms: number): TenantContext {
  return { ...ctx, now: () => new Date(ms), newId: createNewId(() => ms) };
}

async function record(ctx: TenantContext, fields: object, n = 0): Promise<void> {
  const id = subjects[n % subjects.length] ?? '';
  await inTransaction(ctx, async (ctx) => {
    const type = types[n % types.length] ?? 'message.sent';
    recordEvent(ctx, type, { object: { id, ...fields } });
  });
}

async function allPages(ctx: TenantContext, query: Record<string, string>): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | null = null;
  do {
    const page = listEventsQuery.parse({ ...query, ...(cursor !== null && { cursor }) });
    const { data, nextCursor } = await listEvents(ctx, page);
    found.push(...data.map(({ sequence }) => sequence));
    cursor = nextCursor;
  } while (cursor !== null);
  return found;
}

function isWanted(event: EventEnvelope, query: Record<string, string>): boolean {
  const { type, subjectId, since, until, afterSequence = '0' } = query;
  return (
    (!type || type.split(',').some((one) => matchesEvent(one, event.type as EventType))) &&
    (!subjectId || subjectId.split(',').includes(event.subject.id)) &&
    (!since || event.timestamp >= since) &&
    (!until || event.timestamp < until) &&
    event.sequence > Number(afterSequence)
  );
}
