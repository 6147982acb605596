import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryStatus,
  WebhookEndpoint,
} from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { contextFor } from '../../test/contexts.ts';
import { freshDatabase, targets } from '../../test/databases.ts';
import { createDeliveryScene } from '../../test/delivery-scene.ts';
import { createScene, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { contacts } from '../contacts/records.ts';
import type { ReadStatement } from '../db/statement.ts';
import { SystemDb } from '../db/system-db.ts';
import { eventsTable } from '../events/table.ts';
import { listEndpointDeliveries } from '../webhook-endpoints/deliveries.ts';
import { webhookLanesTable } from '../webhook-endpoints/table.ts';
import { deliveryId, withDeliveryId } from './delivery-id.ts';
import { sqliteSql } from './statements/list-deliveries.ts';
import {
  type DeliveryAttemptRow,
  type DeliveryRow,
  deliveriesTable,
  deliveryAttemptsTable,
} from './table.ts';

interface Page {
  data: WebhookDelivery[];
  nextCursor: string | null;
}

describe.each(targets)('deliveries on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('an event creates one delivery per subscribed endpoint', async () => {
    const { scene, endpoint, event } = await anEvent();
    const { json } = await scene.call<Page>(`GET /webhook-endpoints/${endpoint.id}/deliveries`);
    expect(json.data).toEqual([
      {
        id: deliveryId(event.id, endpoint.id),
        endpointId: endpoint.id,
        eventId: event.id,
        eventType: 'contact.created',
        status: 'pending',
        attemptCount: 0,
        nextAttemptAt: json.data[0]?.nextAttemptAt,
        lastAttempt: null,
        createdAt: event.created_at,
        updatedAt: json.data[0]?.updatedAt,
        deliveredAt: null,
      },
    ]);
    expect(json.nextCursor).toBeNull();
  });

  const states: readonly (readonly [WebhookDeliveryStatus, number, Partial<DeliveryRow>])[] = [
    ['pending', 0, { status: 'ready', attempts: 0, series_attempts: 0 }],
    ['pending', 10, { status: 'ready', attempts: 10, series_attempts: 0 }],
    ['retrying', 3, { status: 'ready', attempts: 3, series_attempts: 3 }],
    ['delivering', 0, { status: 'ready', attempts: 0, series_attempts: 0 }],
    ['delivering', 2, { status: 'ready', attempts: 2, series_attempts: 2 }],
    ['delivered', 1, { status: 'delivered', attempts: 1, series_attempts: 1 }],
    ['exhausted', 10, { status: 'exhausted', attempts: 10, series_attempts: 10 }],
    ['canceled', 0, { status: 'canceled', attempts: 0, series_attempts: 0 }],
  ];

  test('shows and filters each status, with its attempts', async () => {
    const { scene, endpoint, event } = await anEvent();
    const { db } = scene.ctx;
    const id = deliveryId(event.id, endpoint.id);
    for (const [status, attemptCount, change] of states) {
      await db.remove(deliveryAttemptsTable, { delivery_id: id });
      await db.update(deliveriesTable, { id }, change);
      const leases = status === 'delivering' ? `${id} 1 token\n` : '';
      await db.update(webhookLanesTable, {}, { leases, in_flight: leases === '' ? 0 : 1 });
      const attempts = Array.from({ length: attemptCount }, (_, index) => anAttempt(id, index + 1));
      if (attempts.length > 0) await db.insert(deliveryAttemptsTable, attempts);
      const { json } = await scene.call<WebhookDeliveryDetail>(`GET /webhook-deliveries/${id}`);
      expect(json).toMatchObject({ status, attemptCount });
      expect(json.attempts.map(({ n }) => n)).toEqual(attempts.map(({ n }) => n));
      expect(json.lastAttempt).toEqual(json.attempts.at(-1) ?? null);
      const isOpen = ['pending', 'retrying', 'delivering'].includes(status);
      expect(json.nextAttemptAt !== null).toBe(isOpen);
      const { attempts: _attempts, ...listed } = json;
      const found = async (query: string) =>
        (await scene.call<Page>(`GET /webhook-endpoints/${endpoint.id}/deliveries?${query}`)).json
          .data;
      expect(await found(`status=${status}`)).toEqual([listed]);
      const others = states.map(([other]) => other).filter((other) => other !== status);
      expect(await found(`status=${others.join(',')}`)).toEqual([]);
    }
  });

  test('each delivery of a page shows its own latest attempt', async () => {
    const { scene, endpoint } = await anEvent();
    const { db } = scene.ctx;
    for (const name of ['Bia', 'Caio', 'Davi']) await contacts.create(scene.ctx, { name });
    const rows = await db.select(deliveriesTable).orderBy('id');
    expect(rows).toHaveLength(4);
    for (const [index, { id }] of rows.entries()) {
      await db.update(deliveriesTable, { id }, { attempts: index, series_attempts: index });
      for (let n = 1; n <= index; n += 1) {
        await db.insert(deliveryAttemptsTable, {
          ...anAttempt(id, n),
          duration_ms: index * 100 + n,
        });
      }
    }
    const path = `GET /webhook-endpoints/${endpoint.id}/deliveries?sort=createdAt`;
    const { json } = await scene.call<Page>(path);
    const shown = json.data.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(shown.map(({ lastAttempt }) => lastAttempt?.durationMs)).toEqual([
      undefined,
      101,
      202,
      303,
    ]);
  });

  test('every combination of filters matches a full scan', async () => {
    const { scene, endpoint } = await anEvent();
    const { db } = scene.ctx;
    for (let n = 0; n < 29; n += 1) await contacts.create(scene.ctx, { name: `Ana ${n}` });
    const rows = await db.select(deliveriesTable).orderBy('id');
    for (const [index, { id }] of rows.entries()) {
      const change = states[(index * 5) % states.length]?.[2] ?? {};
      await db.update(deliveriesTable, { id }, change);
    }
    const ready = rows.filter((_, index) => (index * 5) % states.length <= 4);
    const leases = ready.slice(0, 4).map(({ id }) => `${id} 1 token\n`);
    await db.update(webhookLanesTable, {}, { leases: leases.join(''), in_flight: 4 });
    const path = `GET /webhook-endpoints/${endpoint.id}/deliveries`;
    const all = (await scene.call<Page>(`${path}?limit=100&sort=createdAt`)).json.data;
    expect(new Set(all.map(({ status }) => status)).size).toBe(6);
    const middle = all[15]?.createdAt ?? '';
    const some = all.slice(5, 9).map(({ eventId }) => eventId);
    const queries: readonly Record<string, readonly string[]>[] = [
      { status: ['exhausted'] },
      { status: ['canceled', 'exhausted'] },
      { status: ['pending', 'delivering'] },
      { status: ['retrying', 'delivered', 'canceled'] },
      { status: ['pending', 'retrying', 'delivering', 'delivered', 'exhausted', 'canceled'] },
      { status: ['delivered'], since: [middle] },
      { status: ['pending', 'exhausted'], until: [middle] },
      { eventId: some },
      { eventId: some, status: ['pending', 'exhausted', 'delivered'] },
      { eventType: ['contact.*'], status: ['exhausted', 'exhausted'] },
      { eventType: ['message.*'], status: ['exhausted'] },
    ];
    for (const query of queries) {
      for (const sort of ['createdAt', '-createdAt']) {
        const text = Object.entries(query).map(([name, values]) => `${name}=${values.join(',')}`);
        const found: string[] = [];
        let cursor = '';
        do {
          const page = `${path}?${text.join('&')}&sort=${sort}&limit=3${cursor}`;
          const { json } = await scene.call<Page>(page);
          found.push(...json.data.map(({ id }) => id));
          cursor = json.nextCursor === null ? '' : `&cursor=${json.nextCursor}`;
        } while (cursor !== '');
        const wanted = all.filter((delivery) => isWanted(delivery, query)).map(({ id }) => id);
        expect([query, found]).toEqual([
          query,
          sort === 'createdAt' ? wanted : wanted.toReversed(),
        ]);
      }
    }
  });

  test('an ended delivery becomes ready again once, also by concurrent requests', async () => {
    const { scene, endpoint, event } = await anEvent();
    const id = deliveryId(event.id, endpoint.id);
    const redeliver = () => scene.call<WebhookDelivery>(`POST /webhook-deliveries/${id}/redeliver`);
    expect(await redeliver()).toMatchObject(refused('pending'));
    const ended = { status: 'exhausted', attempts: 10, series_attempts: 10 } as const;
    await scene.ctx.db.update(deliveriesTable, { id }, ended);
    const answers = await Promise.all([redeliver(), redeliver(), redeliver()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
    const again = answers.find(({ status }) => status === 202)?.json;
    expect(again).toMatchObject({ id, status: 'pending', attemptCount: 10 });
    expect(answers.find(({ status }) => status === 409)).toMatchObject(refused('pending'));
    expect(await scene.ctx.db.select(deliveriesTable)).toHaveLength(1);
  });

  test('refuses a redelivery to a disabled or deleted endpoint, or of a removed event', async () => {
    const { scene, endpoint, event } = await anEvent();
    const { db } = scene.ctx;
    const id = deliveryId(event.id, endpoint.id);
    const redeliver = () => scene.call(`POST /webhook-deliveries/${id}/redeliver`);
    await db.update(deliveriesTable, { id }, { status: 'exhausted' });
    await scene.call(`POST /webhook-endpoints/${endpoint.id}/disable`);
    expect(await redeliver()).toMatchObject({
      status: 409,
      json: { error: { details: { resource: 'webhookEndpoint', from: 'disabled' } } },
    });
    await scene.call(`POST /webhook-endpoints/${endpoint.id}/enable`);
    await db.remove(eventsTable, { id: event.id });
    expect(await redeliver()).toMatchObject(missing('event', event.id));
    await scene.call(`DELETE /webhook-endpoints/${endpoint.id}`);
    expect(await redeliver()).toMatchObject(missing('webhookEndpoint', endpoint.id));
    expect((await scene.call(`GET /webhook-deliveries/${id}`)).status).toBe(200);
    const list = await scene.call(`GET /webhook-endpoints/${endpoint.id}/deliveries`);
    expect(list).toMatchObject({ status: 200, json: { data: [{ id, status: 'exhausted' }] } });
    expect(await db.select(deliveriesTable)).toMatchObject([{ status: 'exhausted' }]);
  });

  async function anEvent() {
    const scene = await createScene(server);
    const body = { url: 'https://8.8.8.8/', events: ['contact.created'] };
    const { json: endpoint } = await scene.call<WebhookEndpoint>('POST /webhook-endpoints', body);
    await contacts.create(scene.ctx, { name: 'Ana' });
    const event = await eventOf(scene);
    return { scene, endpoint, event };
  }
});

test.each(targets)('finds the deliveries of rare and frequent types on %s', async (target) => {
  const scene = await createDeliveryScene(target);
  const ctx = await scene.tenant();
  const { id } = await scene.endpoint(ctx, { url: 'https://example.com' });
  const types = ['contact.updated', 'contact.created', 'contact.updated'] as const;
  for (const type of types) await scene.record(ctx, type === 'contact.created' ? 2_100 : 3, type);
  for (const [type, length] of [
    ['contact.created', 100],
    ['contact.updated', 6],
  ] as const) {
    const query = { eventType: [type as string], sort: 'createdAt' as const, limit: 100 };
    const { data } = await listEndpointDeliveries(ctx, id, query);
    expect(data.map(({ eventType }) => eventType)).toEqual(Array(length).fill(type));
    expect(data.map(({ createdAt }) => createdAt)).toEqual(
      data.map(({ createdAt }) => createdAt).toSorted(),
    );
  }
});

test.each([
  ['any', 'deliveries_page', 'deliveries_page (tenant_id=? AND endpoint_id=? AND'],
  ['delivered', 'deliveries_page', 'deliveries_page (tenant_id=? AND endpoint_id=? AND'],
  ['ended', 'deliveries_failed', 'deliveries_failed (tenant_id=? AND endpoint_id=? AND'],
  ['ready', 'deliveries_page', 'deliveries_page (tenant_id=? AND endpoint_id=? AND'],
  ['ready', 'deliveries_ready', 'deliveries_ready (tenant_id=? AND endpoint_id=?)'],
  [
    'named',
    'sqlite_autoindex_deliveries_1',
    'sqlite_autoindex_deliveries_1 (tenant_id=? AND id=?)',
  ],
  ['rare', 'sqlite_autoindex_deliveries_1', 'sqlite_autoindex_deliveries_1 (tenant_id=? AND id=?)'],
] as const)('SQLite reads %s deliveries with the index %s', async (way, index, plan) => {
  const { db } = contextFor(new SystemDb((await freshDatabase('SQLite')).database));
  for (const direction of ['asc', 'desc'] as const) {
    const sql = sqliteSql(index, way, direction).replaceAll(/@\w+/g, "'1'");
    const steps = await db.run(explainOnSqlite, sql);
    const searches = steps.filter((step) => /SEARCH [de] /.test(step));
    const [first, second] = searches;
    if (way === 'rare') expect(first).toContain('events_by_type (tenant_id=? AND type=?)');
    expect(way === 'rare' ? second : first).toContain(`SEARCH d USING INDEX ${plan}`);
    const isSorted = steps.some((step) => step.includes('B-TREE FOR ORDER BY'));
    expect(isSorted).toBe(index === 'deliveries_ready' || way === 'named' || way === 'rare');
  }
});

const explainOnSqlite: ReadStatement<string, string[]> = {
  name: 'explain',
  access: 'read',
  sqlite: (db, { input }) =>
    // The type has the columns of every plan.
    (withDeliveryId(db).prepare(`explain query plan ${input}`).all() as { detail: string }[]).map(
      ({ detail }) => detail,
    ),
  postgres: async () => [],
};

async function eventOf({ ctx: { db } }: Scene) {
  const event = await db.select(eventsTable).where({ type: 'contact.created' }).first();
  if (!event) throw new Error('no event was recorded');
  return event;
}

function isWanted(delivery: WebhookDelivery, query: Record<string, readonly string[]>): boolean {
  const { status, eventId, eventType, since, until } = query;
  return (
    (!status || status.includes(delivery.status)) &&
    (!eventId || eventId.includes(delivery.eventId)) &&
    (!eventType || eventType.includes('contact.*')) &&
    (!since || delivery.createdAt >= (since[0] ?? '')) &&
    (!until || delivery.createdAt < (until[0] ?? ''))
  );
}

function anAttempt(id: string, n: number): DeliveryAttemptRow {
  return {
    delivery_id: id,
    n,
    trigger: 'scheduled',
    at: '2026-11-20T06:30:00.000Z',
    status_code: 503,
    error_code: 'http_status',
    error_message: 'The answer was 503.',
    duration_ms: 12,
    response_snippet: 'busy',
    next_attempt_at: null,
  };
}

function refused(from: WebhookDeliveryStatus) {
  const details = { resource: 'webhookDelivery', from, action: 'redeliver' };
  return { status: 409, json: { error: { code: 'SVC-INVALID-TRANSITION', details } } };
}

function missing(resource: string, id: string) {
  return { status: 404, json: { error: { code: 'SVC-NOT-FOUND', details: { resource, id } } } };
}
