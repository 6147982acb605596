import { describe, expect, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { createDeliveryScene } from '../../test/delivery-scene.ts';
import { webhookSink } from '../../test/webhook-sink.ts';

describe.each(targets)('a delivery worker on %s', (target) => {
  test('sends each event to each endpoint once, signed, and writes down how it went', async () => {
    const scene = await createDeliveryScene(target);
    const ctx = await scene.tenant();
    const sink = await webhookSink(() => ({ status: 200, body: 'thanks' }));
    const { secret, id } = await scene.endpoint(ctx, {
      url: sink.url,
      headers: { 'x-own': 'yes' },
    });
    sink.secret = secret ?? '';
    await scene.record(ctx, 25);
    await scene.worker().runUntilIdle();
    const events = await ctx.db.select('events').orderBy('sequence');
    expect(sink.refused).toEqual([]);
    expect(sink.received.map((one) => one.body).sort()).toEqual(
      events.map((event) => event.body).sort(),
    );
    for (const { headers, id } of sink.received) {
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'Parley-Webhooks/1',
        'x-own': 'yes',
      });
      expect(events.map((event) => event.id)).toContain(id);
    }
    const deliveries = await ctx.db.select('deliveries');
    expect(deliveries).toHaveLength(25);
    for (const delivery of deliveries) {
      expect(delivery).toMatchObject({
        endpoint_id: id,
        status: 'delivered',
        attempts: 1,
        delivered_at: expect.any(String),
      });
    }
    const attempts = await ctx.db.select('delivery_attempts');
    expect(attempts).toHaveLength(25);
    expect(attempts[0]).toMatchObject({
      n: 1,
      trigger: 'scheduled',
      status_code: 200,
      error_code: null,
      response_snippet: 'thanks',
      next_attempt_at: null,
    });
    const [lane] = await ctx.db.select('webhook_lanes');
    expect(lane).toMatchObject({
      in_flight: 0,
      next_due: null,
      failing_since: null,
      last_success_at: expect.any(String),
    });
  });
});
