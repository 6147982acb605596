import { eventExamples, examples } from '@parley/contract';
import { expect, test } from 'vitest';
import { Parley, ParleyError } from '../src/index.ts';
import { signWebhook, verifyWebhook, WebhookVerificationError } from '../src/webhooks.ts';

// A newer or broken server: unknown fields, values and types.

/** The same sequence in every run. */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const strangers: readonly unknown[] = [
  null,
  '',
  'brand_new',
  0,
  -1,
  1e99,
  true,
  [],
  {},
  [null],
  { a: 1 },
];

function mutate(value: unknown, chance: () => number): unknown {
  if (chance() < 0.08) return strangers[Math.floor(chance() * strangers.length)];
  if (Array.isArray(value)) return value.map((item) => mutate(item, chance));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(() => chance() > 0.05);
  const mutated = kept.map(([key, item]) => [key, mutate(item, chance)] as const);
  return Object.fromEntries([...mutated, ...(chance() < 0.2 ? [['brandNew', 'x'] as const] : [])]);
}

test('10,000 random responses give data or a ParleyError only', async () => {
  const chance = chanceOf(7);
  const failure = { error: { code: 'SVC-BRAND-NEW', message: 'New', details: { new: true } } };
  const bodies = [
    examples.message,
    examples.conversation,
    { data: [examples.contact], nextCursor: null },
    failure,
  ];
  const statuses = [200, 200, 200, 202, 204, 207, 302, 400, 402, 409, 418, 422, 451, 500, 599];
  const fetch = (async () => {
    const body = mutate(bodies[Math.floor(chance() * bodies.length)], chance);
    const text = JSON.stringify(body) ?? '';
    const status = statuses[Math.floor(chance() * statuses.length)] ?? 200;
    const cut = chance() < 0.1 ? text.slice(0, text.length / 2) : text;
    return new Response(status === 204 ? null : cut, { status });
  }) as typeof globalThis.fetch;
  const parley = new Parley({ apiKey: 'k', fetch, maxRetries: 0 });
  const tally = { data: 0, errors: 0 };
  for (let round = 0; round < 10_000; round++) {
    const call: PromiseLike<unknown> =
      round % 2 === 0 ? parley.messages.get('msg_1') : parley.contacts.list().toArray({ limit: 3 });
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown ?? 'nothing',
    );
    if (error === undefined) tally.data += 1;
    else if (ParleyError.is(error) && JSON.stringify(error) && error.outcome) tally.errors += 1;
    else expect.fail(`Neither data nor a ParleyError: ${String(error)}`);
  }
  expect(tally.data).toBeGreaterThan(1_000);
  expect(tally.errors).toBeGreaterThan(1_000);
});

test('10,000 random events give an event or a WebhookVerificationError', async () => {
  const chance = chanceOf(11);
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
  const events = Object.values(eventExamples);
  const tally = { events: 0, errors: 0 };
  for (let round = 0; round < 10_000; round++) {
    const text = JSON.stringify(mutate(events[round % events.length], chance)) ?? '';
    const body = chance() < 0.1 ? text.slice(0, text.length / 2) : text;
    const headers = await signWebhook(body, { secrets, id: 'evt_1' });
    if (chance() < 0.1) {
      const names = Object.keys(headers);
      headers[names[Math.floor(chance() * names.length)] ?? ''] = String(mutate('x', chance));
    }
    const event = await verifyWebhook({ body, headers }, { secrets }).catch((error) => error);
    if (WebhookVerificationError.is(event) && JSON.stringify(event)) tally.errors += 1;
    else if (typeof event.type === 'string' && event.data.object) tally.events += 1;
    else expect.fail(`Neither an event nor a WebhookVerificationError: ${String(event)}`);
  }
  expect(tally.events).toBeGreaterThan(1_000);
  expect(tally.errors).toBeGreaterThan(1_000);
});
