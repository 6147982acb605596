import {
  type EventType,
  eventTypes,
  matchesEvent,
  quietEventTypes,
} from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { type Target, targets } from '../../test/databases.ts';
import { createDeliveryScene, sealer } from '../../test/delivery-scene.ts';
import { createScene, drain, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { channels } from '../channels/service.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { deliveryId } from '../webhook-deliveries/delivery-id.ts';
import { deliveriesTable } from '../webhook-deliveries/table.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  updateWebhookEndpoint,
} from '../webhook-endpoints/service.ts';
import { envelopeOf } from './envelope.ts';
import { appendEvent } from './service.ts';
import { eventsTable } from './table.ts';

const patterns = [
  '*',
  ...new Set(eventTypes.map((type) => `${type.slice(0, type.indexOf('.'))}.*`)),
  ...eventTypes,
];

describe.each(targets)('an event on %s', (target: Target) => {
  test('goes to every endpoint with a matching pattern, and to no other', async () => {
    const scene = await createDeliveryScene(target);
    const got: string[] = [];
    for (let from = 0; from < patterns.length; from += 20) {
      const ctx = await scene.tenant();
      const of = new Map<string, string>();
      for (const pattern of patterns.slice(from, from + 20)) {
        const url = `https://example.com/${pattern}`;
        of.set((await scene.endpoint(ctx, { url, events: [pattern] })).id, pattern);
      }
      await inTransaction(ctx, async (ctx) => {
        for (const type of eventTypes) append(ctx, type);
      });
      const deliveries = await ctx.db.select(deliveriesTable);
      got.push(...deliveries.map((row) => `${of.get(row.endpoint_id)} ${row.event_type}`));
      for (const row of deliveries) {
        expect(row.id).toBe(deliveryId(row.event_id, row.endpoint_id));
        expect(row).toMatchObject({ status: 'ready', attempts: 0, trigger: 'scheduled' });
      }
    }
    const wanted = patterns.flatMap((pattern) =>
      eventTypes.filter((type) => matchesEvent(pattern, type)).map((type) => `${pattern} ${type}`),
    );
    expect(got.sort()).toEqual(wanted.sort());
  });

  test('of a channel goes to endpoints of that channel, and without a channel to all endpoints', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const body = { type: 'whatsapp', provider: 'sandbox' } as const;
    const a = await channels.create(ctx, { ...body, name: 'A' });
    const b = await channels.create(ctx, { ...body, name: 'B' });
    const names = new Map<string, string>();
    for (const [name, channelIds] of [
      ['all', null],
      ['a', [a.id]],
      ['b', [b.id]],
      ['a and b', [a.id, b.id]],
    ] as const) {
      const url = `https://example.com/${name}`;
      const given = channelIds && [...channelIds];
      names.set((await scene.endpoint(ctx, { url, channelIds: given })).id, name);
    }
    await inTransaction(ctx, async (ctx) => {
      append(ctx, 'message.sent', { channelId: a.id });
      append(ctx, 'message.read', { channelId: b.id });
      append(ctx, 'contact.created');
      appendEvent(ctx.db, envelopeOf(ctx, 'channel.updated', { object: a }));
    });
    const rows = await ctx.db.select(deliveriesTable);
    const got = (type: string) =>
      rows
        .filter((row) => row.event_type === type)
        .map((row) => names.get(row.endpoint_id))
        .sort();
    expect(got('message.sent')).toEqual(['a', 'a and b', 'all']);
    expect(got('message.read')).toEqual(['a and b', 'all', 'b']);
    expect(got('contact.created')).toEqual(['a', 'a and b', 'all', 'b']);
    expect(got('channel.updated')).toEqual(['a', 'a and b', 'all']);
  });

  test('uses the current settings of each endpoint', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const { id } = await scene.endpoint(ctx, { url: 'https://example.com', events: ['contact.*'] });
    const gets = async () => {
      const before = await ctx.db.select(deliveriesTable);
      await scene.record(ctx);
      return (await ctx.db.select(deliveriesTable)).length - before.length;
    };
    expect(await gets()).toBe(1);
    await updateWebhookEndpoint(ctx, sealer, id, { events: ['deal.*'] as never }, undefined);
    expect(await gets()).toBe(0);
    await updateWebhookEndpoint(ctx, sealer, id, { events: ['*'] }, undefined);
    expect(await gets()).toBe(1);
    await disableWebhookEndpoint(ctx, id);
    expect(await gets()).toBe(0);
    await enableWebhookEndpoint(ctx, id);
    expect(await gets()).toBe(1);
    await deleteWebhookEndpoint(ctx, id);
    expect(await gets()).toBe(0);
    const [counter] = await scene.database.writer('event_counters');
    expect(counter).toMatchObject({ subscriptions: 0, last_sequence: 6 });
  });

  test('of another tenant or of a failed transaction is not delivered', async () => {
    const scene = await createDeliveryScene(target);
    const [ctx, other] = [await scene.tenant(), await scene.tenant()];
    await scene.endpoint(ctx, { url: 'https://example.com' });
    await scene.record(other);
    const failing = inTransaction(ctx, async (ctx) => {
      append(ctx, 'contact.created');
      throw new Error('after it');
    });
    await expect(failing).rejects.toThrow('after it');
    expect(await scene.database.writer('deliveries')).toEqual([]);
  });

  test('has its sequence, body and deliveries in one commit during concurrent writes', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    await scene.endpoint(ctx, { url: 'https://example.com' });
    await Promise.all(Array.from({ length: 30 }, (_, n) => scene.record(ctx, 1 + (n % 3))));
    const events = await ctx.db.select(eventsTable).orderBy('sequence');
    expect(events.map((event) => event.sequence)).toEqual(events.map((_, index) => index + 1));
    for (const event of events) {
      expect(JSON.parse(event.body)).toMatchObject({
        id: event.id,
        type: event.type,
        timestamp: event.created_at,
        apiVersion: 'v1',
        tenantId: ctx.db.tenantId,
        sequence: event.sequence,
        test: false,
      });
    }
    const deliveries = await ctx.db.select(deliveriesTable);
    expect(deliveries.map((row) => row.event_id).sort()).toEqual(
      events.map((event) => event.id).sort(),
    );
  });
});

describe.each(targets)('events of messages on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  const typesOf = async (ctx: TenantContext) =>
    (await ctx.db.select(deliveriesTable).orderBy('id')).map((row) => row.event_type).sort();

  test('are delivered as recorded, and message.queued only to endpoints that name it', async () => {
    const scene = await createScene(server);
    const { ctx, channel } = scene;
    await scene.receive({ from: '4912345678900' });
    await scene.send({ to: '4912345678900' });
    expect(await ctx.db.select(eventsTable).where({ type: 'message.queued' })).toEqual([]);
    const url = 'https://example.com/all';
    await createWebhookEndpoint(ctx, server.deps.secrets, { url, events: ['*'] }, undefined);
    await scene.send({ to: '4912345678900' });
    expect(await ctx.db.select(eventsTable).where({ type: 'message.queued' })).toEqual([]);
    await createWebhookEndpoint(
      ctx,
      server.deps.secrets,
      { url: `${url}/quiet`, events: [...quietEventTypes], channelIds: [channel.id] },
      undefined,
    );
    // One message to an existing conversation, one to a new conversation, and many at once.
    const sent = [
      await scene.send({ to: '4912345678900' }),
      await scene.send({ to: '4912345678901' }),
      ...(await Promise.all([1, 2, 3].map(() => scene.send({ to: '4912345678900' })))),
    ];
    const queued = await ctx.db.select(eventsTable).where({ type: 'message.queued' });
    expect(queued.map((event) => event.subject_id).sort()).toEqual(
      sent.map((message) => message.id).sort(),
    );
    expect(queued.map((event) => event.channel_id)).toEqual(queued.map(() => channel.id));
    await scene.events();
    expect((await typesOf(ctx)).filter((type) => type === 'message.queued')).toHaveLength(
      sent.length,
    );
    await drain(server);
    expect(await typesOf(ctx)).toContain('message.sent');
    expect(await typesOf(ctx)).toContain('message.delivered');
  });
});

function append(ctx: TenantContext, type: EventType, object: object = {}): void {
  appendEvent(ctx.db, envelopeOf(ctx, type, { object: { id: 'con_1', ...object } }));
}
