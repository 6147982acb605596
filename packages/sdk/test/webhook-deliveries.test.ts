import { expect, test } from 'vitest';
import { NotFoundError } from '../src/index.ts';
import { aHook, eventually } from './hook.ts';
import { failureOf } from './recording-client.ts';
import { describeNoun } from './targets.ts';

const unknown = 'dlv_00000000000000000000000000';

describeNoun('webhook deliveries', (newClient, newTenant) => {
  test('lists every attempt, and redelivers a delivered event on request', async () => {
    const tenant = await newTenant();
    const { webhookEndpoints, webhookDeliveries, contacts } = tenant.parley;
    const hook = await aHook(tenant);
    await contacts.create({ name: 'Ana' });
    await hook.receives(1);
    const delivered = () =>
      eventually(tenant.settle, async () => {
        const query = { status: 'delivered' } as const;
        return (await webhookEndpoints.listDeliveries(hook.endpoint.id, query)).data[0];
      });
    const { id, attemptCount } = await delivered();
    expect(attemptCount).toBe(1);

    expect(await webhookDeliveries.redeliver(id)).toMatchObject({ id, attemptCount: 1 });
    const [first, second] = await hook.receives(2);
    expect(second).toEqual(first);
    await delivered();
    const { attempts, ...delivery } = await webhookDeliveries.get(id);
    expect(delivery).toMatchObject({ eventType: 'contact.created', attemptCount: 2 });
    expect(attempts).toMatchObject([
      { n: 1, trigger: 'scheduled', statusCode: 204, error: null },
      { n: 2, trigger: 'manual', statusCode: 204, error: null },
    ]);
  });

  test('redelivers a waiting delivery at once on request', async () => {
    const tenant = await newTenant();
    const { webhookEndpoints, webhookDeliveries, contacts } = tenant.parley;
    const hook = await aHook(tenant);
    hook.status = 503;
    await contacts.create({ name: 'Ana' });
    const failed = await eventually(tenant.settle, async () => {
      const query = { status: 'retrying' } as const;
      return (await webhookEndpoints.listDeliveries(hook.endpoint.id, query)).data[0];
    });
    expect(failed).toMatchObject({
      attemptCount: 1,
      nextAttemptAt: expect.any(String),
      lastAttempt: { statusCode: 503, error: { code: 'http_status' } },
    });
    hook.status = 204;
    expect(await webhookDeliveries.redeliver(failed.id)).toMatchObject({ id: failed.id });
    expect(await hook.receives(1)).toMatchObject([{ type: 'contact.created' }]);
  });

  test('an unknown id is not found', async () => {
    const { webhookDeliveries } = await newClient();
    const calls = [webhookDeliveries.get(unknown), webhookDeliveries.redeliver(unknown)];
    const errors = await Promise.all(calls.map(failureOf));
    for (const error of errors) expect(error).toBeInstanceOf(NotFoundError);
  });
});
