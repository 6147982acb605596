import { replayedHeader } from '@parley/contract';
import { expect, test } from 'vitest';
import { checkError } from '../answer.ts';
import { type AnyRequest, call } from '../client.ts';
import { named, oneOfEachShape } from '../extent.ts';
import { validRequest } from '../fixtures.ts';
import type { Answer } from '../http.ts';
import { namesRecord, postRoutes, successStatus } from '../routes.ts';
import { createScene, type Scene, unique } from '../scene.ts';
import type { Target } from '../target.ts';

const namesIds = /"id":"[a-z]{3,4}_/;

export function testIdempotency(target: () => Target): void {
  // A server runs duplicates one after the other, on either database, so more of them show no more than three.
  test.each(named(postRoutes))(
    '%s has one effect for each tenant that repeats an Idempotency-Key at once and later, and refuses another body',
    async (name, route) => {
      const idempotencyKey = unique('key');
      const [scene, stranger] = await Promise.all([createScene(target()), createScene(target())]);
      const prepare = async (of: Scene) => ({ ...(await validRequest(of, name)), idempotencyKey });
      const [request, theirs] = await Promise.all([prepare(scene), prepare(stranger)]);
      const answers = await Promise.all([
        stranger.call(name, theirs),
        ...Array.from({ length: 3 }, () => scene.call(name, request)),
      ]);
      for (const answer of answers) expect(answer.status, answer.text).toBe(successStatus(route));
      const [foreign, ...same] = answers as [Answer, ...Answer[]];
      expect(foreign.headers.get(replayedHeader)).toBeNull();
      const [first, ...others] = same.filter((answer) => !answer.headers.has(replayedHeader));
      expect(others).toEqual([]);
      const expectFirst = (answer: Answer) => expectReplay(answer, first as Answer, route.secrets);
      for (const answer of same) if (answer !== first) expectFirst(answer);
      // Responses that contain only counts may be equal, so they are left out.
      const records = [foreign, first].filter((answer) => namesIds.test(answer?.text ?? ''));
      expect(new Set(records.map((answer) => answer?.text)).size).toBe(records.length);
      expect(records.length).toBe(namesRecord(route) ? 2 : 0);

      const again = async (changes: AnyRequest = {}, key = scene.tenant.apiKey) =>
        call(target().baseUrl, key, name, { ...request, ...changes });
      expectFirst(await again({ idempotencyKey: `"${idempotencyKey}"` }));
      const { apiKey } = await scene.tenant.createKey();
      expectFirst(await again({}, apiKey));
      const { body } = request;
      if (body !== undefined && !(body instanceof Uint8Array)) {
        const reordered = Object.fromEntries(Object.entries(body as object).reverse());
        expectFirst(await again({ body: reordered }));
      }
      const other = await again({ body: { ...(body as object | undefined), more: 1 } });
      expect(checkError(other).code).toBe('SVC-IDEMPOTENCY-MISMATCH');
      expectFirst(await again());
    },
  );

  test.each(named(oneOfEachShape(postRoutes)))(
    '%s refuses a key that is no visible ASCII of 1 to 255 characters',
    async (name) => {
      const scene = await createScene(target());
      const request = await validRequest(scene, name);
      for (const idempotencyKey of ['', 'k'.repeat(256), 'two words', 'cafÿ', '""']) {
        const answer = await scene.call(name, { ...request, idempotencyKey });
        expect(checkError(answer), JSON.stringify(idempotencyKey)).toMatchObject({
          code: 'SVC-VALIDATION',
          details: { issues: [{ in: 'header', path: 'idempotency-key' }] },
        });
      }
      const longest = { ...request, idempotencyKey: 'k'.repeat(255) };
      expect((await scene.call(name, longest)).status).toBeLessThan(300);
    },
  );

  test('a refused request does not use up its Idempotency-Key', async () => {
    const scene = await createScene(target());
    const idempotencyKey = unique('key');
    const taken = await scene.api.contacts.create({ body: { externalId: unique('customer') } });
    for (const body of [{ externalId: taken.externalId }, { phone: 'nonsense' }]) {
      const answer = await scene.call('contacts.create', { body, idempotencyKey });
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    const body = { externalId: unique('customer') };
    const answer = await scene.call('contacts.create', { body, idempotencyKey });
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get(replayedHeader)).toBeNull();
  });

  test('an Idempotency-Key applies to one endpoint and one record', async () => {
    const scene = await createScene(target());
    const idempotencyKey = unique('key');
    const [first, second] = [
      await validRequest(scene, 'channels.disable'),
      await validRequest(scene, 'channels.disable'),
    ];
    for (const request of [first, second]) {
      const answer = await scene.call('channels.disable', { ...request, idempotencyKey });
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers.get(replayedHeader)).toBeNull();
    }
    const enabled = await scene.call('channels.enable', { ...first, idempotencyKey });
    expect((enabled.json as { status: string }).status).toBe('active');
  });

  test('a repeated Idempotency-Key returns the first response, also after the record changed', async () => {
    const scene = await createScene(target());
    const idempotencyKey = unique('key');
    const { body } = await validRequest(scene, 'contacts.create');
    const first = await scene.call('contacts.create', { body, idempotencyKey });
    const { id } = first.json as { id: string };
    await scene.api.contacts.update({ params: { id }, body: { name: 'Changed since' } });
    expectReplay(await scene.call('contacts.create', { body, idempotencyKey }), first);
  });

  test('both path prefixes share their Idempotency-Keys', async () => {
    const scene = await createScene(target());
    const idempotencyKey = unique('key');
    const { body } = await validRequest(scene, 'contacts.create');
    const first = await scene.call('contacts.create', { body, idempotencyKey, prefix: '/api' });
    const second = await scene.call('contacts.create', { body, idempotencyKey, prefix: '/api/v1' });
    expectReplay(second, first);
  });
}

function expectReplay(answer: Answer, first: Answer, secrets: readonly string[] = []): void {
  expect(answer.status, answer.text).toBe(first.status);
  const shown = first.json as Record<string, unknown>;
  for (const name of secrets) expect(shown[name], name).not.toBeNull();
  const hidden = Object.fromEntries(secrets.map((name) => [name, null]));
  expect(answer.json).toEqual(secrets.length > 0 ? { ...shown, ...hidden } : shown);
  expect(answer.headers.get('location')).toBe(first.headers.get('location'));
  expect(answer.headers.get(replayedHeader)).toBe('true');
}
