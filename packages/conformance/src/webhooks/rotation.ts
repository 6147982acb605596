import { expect, test } from 'vitest';
import { refused } from '../client.ts';
import { aContact, anEndpoint, createScene, type Scene, unique } from '../scene.ts';
import { type StartTarget, startOwn, type Target } from '../target.ts';
import { aHook, type Hook, theDelivery } from './hook.ts';
import { isTaken, type Received, signersOf } from './signatures.ts';

const hourMs = 3_600_000;

/** Tests the change from one secret to the next. */
export function testRotation(
  running: () => Target,
  paused: () => Target,
  start: StartTarget,
): void {
  test('both secrets verify during a rotation, until the old one expires', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await using hook = await aHook(scene);
    const [old] = hook.secrets as [string];
    const secret = await rotate(scene, hook);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secret).not.toBe(old);
    const { previous, ...shown } = await secretsOf(scene, hook);
    expect(shown).toEqual({ secret });
    expect(previous).toEqual([{ secret: old, expiresAt: expect.any(String) }]);
    const overlapMs = Date.parse(previous[0]?.expiresAt as string) - target.now().getTime();
    expect(overlapMs / hourMs).toBeGreaterThan(23.9);
    expect(overlapMs / hourMs).toBeLessThanOrEqual(24);

    const both = await received(scene, hook);
    expect(signersOf(both, hook.secrets)).toEqual([secret, old]);
    for (const valid of [secret, old]) expect(isTaken(both, valid)).toBe(true);
    await target.advance(25 * hourMs);
    const after = await received(scene, hook);
    expect(signersOf(after, hook.secrets)).toEqual([secret]);
    expect(isTaken(after, old)).toBe(false);
    expect(await secretsOf(scene, hook)).toEqual({ secret, previous: [] });
  });

  test('a rotation without overlap expires all old secrets at once', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    for (const overlapHours of [168, 24, 24]) await rotate(scene, hook, overlapHours);
    const secret = await rotate(scene, hook, 0);
    expect(await secretsOf(scene, hook)).toEqual({ secret, previous: [] });
    expect(signersOf(await received(scene, hook), hook.secrets)).toEqual([secret]);
  });

  test('signs a retry with the secrets valid at that time', async () => {
    await using target = await startOwn(start);
    const scene = await createScene(target);
    await using hook = await aHook(scene);
    hook.answer((_received, index) => ({ status: index === 0 ? 500 : 200 }));
    await aContact(scene);
    await theDelivery(scene, hook, 'retrying');
    const secret = await rotate(scene, hook, 0);
    await target.advance(7_000);
    const [first, second] = await hook.receives(2);
    expect(signersOf(first as Received, hook.secrets)).toEqual([hook.secrets[0]]);
    expect(signersOf(second as Received, hook.secrets)).toEqual([secret]);
  });

  test('at most three old secrets sign beside the current one', async () => {
    const scene = await createScene(running());
    await using hook = await aHook(scene);
    for (const overlapHours of [168, 1, 24]) await rotate(scene, hook, overlapHours);
    const newestFirst = [...hook.secrets].reverse();
    const { previous } = await secretsOf(scene, hook);
    expect(previous.map(({ secret }) => secret)).toEqual(newestFirst.slice(1));
    expect(signersOf(await received(scene, hook), hook.secrets)).toEqual(newestFirst);
    const error = await refused(rotate(scene, hook), 'SVC-LIMIT-REACHED');
    expect(error.details).toEqual({ limit: expect.any(String), max: 3 });
    expect(error.message).toContain('overlapHours: 0');
    expect((await secretsOf(scene, hook)).secret).toBe(newestFirst[0]);
  });

  test('a repeated rotation rotates once, and its second response has no secret', async () => {
    const scene = await createScene(paused());
    const { id, secret: old } = await anEndpoint(scene);
    const request = { params: { id }, idempotencyKey: unique('key') };
    const { secret, ...endpoint } = await scene.api.webhookEndpoints.rotateSecret(request);
    const again = await scene.api.webhookEndpoints.rotateSecret(request);
    expect(again).toEqual({ ...endpoint, secret: null });
    const shown = await scene.api.webhookEndpoints.getSecret({ params: { id } });
    expect(shown).toMatchObject({ secret, previous: [{ secret: old }] });
  });

  test('each endpoint has its own secrets', async () => {
    const scene = await createScene(paused());
    const endpoints = [await anEndpoint(scene), await anEndpoint(scene)];
    await scene.api.webhookEndpoints.rotateSecret({ params: { id: endpoints[0]?.id as string } });
    const other = { params: { id: endpoints[1]?.id as string } };
    expect(await scene.api.webhookEndpoints.getSecret(other)).toEqual({
      secret: endpoints[1]?.secret,
      previous: [],
    });
    expect(endpoints[0]?.secret).not.toBe(endpoints[1]?.secret);
  });
}

async function rotate(scene: Scene, hook: Hook, overlapHours?: number): Promise<string> {
  const { secret } = await scene.api.webhookEndpoints.rotateSecret({
    params: { id: hook.endpoint.id },
    ...(overlapHours === undefined ? {} : { body: { overlapHours } }),
  });
  hook.secrets.push(secret as string);
  return secret as string;
}

function secretsOf(scene: Scene, { endpoint }: Hook) {
  return scene.api.webhookEndpoints.getSecret({ params: { id: endpoint.id } });
}

/** Causes an event and returns the request that the receiver gets. */
async function received(scene: Scene, hook: Hook): Promise<Received> {
  const before = hook.received.length;
  await aContact(scene);
  return (await hook.receives(before + 1))[before] as Received;
}
