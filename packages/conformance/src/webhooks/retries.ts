import { webhookSchedule } from '@parley/contract';
import { expect, test } from 'vitest';
import { aContact, createScene } from '../scene.ts';
import { type StartTarget, startOwn, type Target } from '../target.ts';
import { aHook, attempted, deliveryWith, idsIn, theDelivery, waitOf } from './hook.ts';

const secondMs = 1_000;
/** The tolerated difference between the clocks of a process and of a database, in milliseconds. */
const tickMs = 50;
/** The time that an attempt may take in addition to its wait, in milliseconds. */
const slackMs = 3_000;

/** Tests the retries after a failed attempt. */
export function testRetries(running: () => Target, start: StartTarget): void {
  test.each([
    [400, 'http_status'],
    [404, 'http_status'],
    [500, 'http_status'],
    [503, 'http_status'],
    [301, 'redirect'],
    [307, 'redirect'],
    [304, 'http_status'],
  ])(
    'an answer %i is a failure: the next attempt is due after some 5 seconds',
    async (status, code) => {
      const scene = await createScene(running());
      await using hook = await aHook(scene);
      hook.answer({ status, ...(status === 304 ? {} : { body: 'not now' }) });
      await aContact(scene);
      const delivery = await theDelivery(scene, hook, 'retrying');
      expect(delivery).toMatchObject({ attemptCount: 1, deliveredAt: null });
      expect(delivery.attempts).toMatchObject([
        {
          n: 1,
          trigger: 'scheduled',
          statusCode: status,
          error: { code, message: expect.stringContaining(`with status ${status}.`) },
          responseSnippet: status === 304 ? null : 'not now',
        },
      ]);
      expectWait(waitOf(delivery), 4 * secondMs, 6 * secondMs);
      // The attempt was written by a process, and the delivery by the database when it ran the write.
      const due = [delivery.nextAttemptAt, delivery.lastAttempt?.nextAttemptAt].map(momentOf);
      expect(Math.abs((due[0] as number) - (due[1] as number))).toBeLessThan(secondMs);
      const {
        failingSince,
        lastDeliveryAt,
        lastSuccessAt,
        status: state,
      } = await scene.api.webhookEndpoints.get({ params: { id: hook.endpoint.id } });
      expect(failingSince).not.toBeNull();
      expect([lastDeliveryAt !== null, lastSuccessAt, state]).toEqual([true, null, 'enabled']);
    },
  );

  test('does not follow redirects', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    await using other = await aHook(scene, { events: ['channel.*'] });
    hook.answer({ status: 302, headers: { location: other.endpoint.url } });
    await aContact(scene);
    await theDelivery(scene, hook, 'retrying');
    expect(other.received).toEqual([]);
  });

  test('a connection that breaks after the request is a failure without a status, and is not tried again at once', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    hook.answer(() => Promise.reject(new Error('the receiver broke')));
    await aContact(scene);
    const delivery = await theDelivery(scene, hook, 'retrying');
    expect(delivery.attempts).toMatchObject([
      { n: 1, statusCode: null, responseSnippet: null, error: { code: 'connection_failed' } },
    ]);
    expect(hook.received).toHaveLength(1);
    expectWait(waitOf(delivery), 4 * secondMs, 6 * secondMs);
  });

  test.each([429, 502, 504])(
    'after %i the next attempt is a minute away at least',
    async (status) => {
      const scene = await createScene(running());
      await using hook = await aHook(scene);
      hook.answer({ status });
      await aContact(scene);
      expectWait(waitOf(await theDelivery(scene, hook, 'retrying')), 60 * secondMs, 75 * secondMs);
    },
  );

  test.each([
    ['seconds', 503, () => '120', 120, 145],
    ['seconds with 429', 429, () => '300', 300, 361],
    ['seconds with any status', 500, () => '90', 90, 109],
    ['a date', 503, inSeconds(200), 198, 241],
    ['less than the schedule', 500, () => '1', 4, 6],
    ['a date that has passed', 500, inSeconds(-100), 4, 6],
    ['a day and more', 503, () => '400000', 86_400, 86_401],
    ['nonsense', 500, () => 'soon', 4, 6],
  ] as const)(
    'Retry-After in %s is a wait that the schedule may exceed',
    async (_title, status, header, least, most) => {
      const scene = await createScene(running());
      await using hook = await aHook(scene);
      hook.answer(({ at }) => ({ status, headers: { 'retry-after': header(at) } }));
      await aContact(scene);
      const wait = waitOf(await theDelivery(scene, hook, 'retrying'));
      expectWait(wait, least * secondMs, most * secondMs);
    },
  );

  test('a retry has the same body and id, with a new timestamp and signature', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await using hook = await aHook(scene);
    hook.answer((_received, index) => ({ status: index === 0 ? 500 : 200 }));
    await aContact(scene);
    const { id } = await theDelivery(scene, hook, 'retrying');
    await target.advance(7 * secondMs);
    const delivery = await deliveryWith(scene, id, 'delivered');
    const [first, second] = await hook.receives(2);
    expect(second?.rawBody).toBe(first?.rawBody);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    for (const name of ['webhook-timestamp', 'webhook-signature']) {
      expect(second?.headers[name]).not.toBe(first?.headers[name]);
    }
    expect(delivery.attempts).toMatchObject([
      { n: 1, trigger: 'scheduled', statusCode: 500 },
      { n: 2, trigger: 'scheduled', statusCode: 200, error: null, nextAttemptAt: null },
    ]);
    const params = { id: hook.endpoint.id };
    expect(await scene.api.webhookEndpoints.get({ params })).toMatchObject({ failingSince: null });
  });

  test('makes ten attempts over three days, each wait within 20 % of the schedule, then exhausts', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await using hook = await aHook(scene);
    hook.answer({ status: 500 });
    await aContact(scene);
    const { id } = await theDelivery(scene, hook, 'retrying');
    for (const [index, seconds] of webhookSchedule.entries()) {
      if (index === 0) continue;
      const delivery = await attempted(scene, id, index);
      expect(delivery).toMatchObject({ status: 'retrying', attemptCount: index });
      const wait = waitOf(delivery);
      expectWait(wait, 0.8 * seconds * secondMs, 1.2 * seconds * secondMs);
      await target.advance(wait + secondMs);
    }
    const exhausted = await deliveryWith(scene, id, 'exhausted');
    expect(exhausted).toMatchObject({ attemptCount: 10, nextAttemptAt: null, deliveredAt: null });
    expect(exhausted.attempts.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await target.advance(25 * 3_600 * secondMs);
    await aContact(scene);
    await hook.receives(11);
    expect(idsIn(hook.received).filter((event) => event === exhausted.eventId)).toHaveLength(10);
    // Less than five days of failures: the endpoint is not disabled yet.
    const { status } = await scene.api.webhookEndpoints.get({ params: { id: hook.endpoint.id } });
    expect(status).toBe('enabled');
  });
}

function expectWait(wait: number, leastMs: number, mostMs: number): void {
  expect(wait).toBeGreaterThanOrEqual(leastMs - tickMs);
  expect(wait).toBeLessThanOrEqual(mostMs + slackMs);
}

function momentOf(text: string | null | undefined): number {
  return Date.parse(text as string);
}

function inSeconds(seconds: number) {
  return (at: Date) => new Date(at.getTime() + seconds * secondMs).toUTCString();
}
