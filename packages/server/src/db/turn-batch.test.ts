import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { QueueTimeoutError } from './failures.ts';
import { Lanes } from './lanes.ts';
import { postponed, TurnBatch } from './turn-batch.ts';

type Options = ConstructorParameters<typeof TurnBatch<string, string>>[0];

/** Returns a batch that runs one at a time, with a record of what each run had. `ran` is called in each run. */
function recorded(options: Partial<Options>, ran: (inputs: readonly string[]) => void = () => {}) {
  const batches: string[][] = [];
  const batch = new TurnBatch<string, string>({
    run: async (inputs) => {
      batches.push([...inputs]);
      ran(inputs);
      return inputs.map((output) => ({ output }));
    },
    maxInFlight: 1,
    maxSize: 10,
    ...options,
  });
  return { batch, batches };
}

/** Lets five turns of the event loop pass. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

/** Lets time pass only as the test says, until its end. Turns of the event loop still pass. */
function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('a batch takes requests first and a limited number of background steps', async () => {
  const { batch, batches } = recorded({ maxSize: 4, maxBackground: 2 });
  const work = ['b1', 'b2', 'b3'].map((input) => batch.submit(input, { isBackground: true }));
  const requests = ['r1', 'r2', 'r3'].map((input) => batch.submit(input));
  expect(await Promise.all([...work, ...requests])).toEqual(['b1', 'b2', 'b3', 'r1', 'r2', 'r3']);
  expect(batches).toEqual([
    ['r1', 'r2', 'r3', 'b1'],
    ['b2', 'b3'],
  ]);
});

test('tenants take turns in batches without room for all calls', async () => {
  const { batch, batches } = recorded({ maxSize: 3, maxBackground: 2 });
  const of = (tenantId: string) => ({ tenantId });
  const calls = ['a1', 'a2', 'a3', 'a4'].map((input) => batch.submit(input, of('a')));
  calls.push(batch.submit('b1', of('b')), batch.submit('c1', of('c')));
  const steps = ['a5', 'a6', 'a7'].map((input) =>
    batch.submit(input, { ...of('a'), isBackground: true }),
  );
  steps.push(batch.submit('b2', { ...of('b'), isBackground: true }));
  await Promise.all([...calls, ...steps]);
  expect(batches.map((inputs) => inputs.join(' '))).toEqual([
    'a1 b1 c1',
    'a2 a3 a4',
    'a5 b2',
    'a6 a7',
  ]);
});

test('calls that a batch postpones come before later calls of their tenant in the next batch', async () => {
  const batches: string[] = [];
  const batch = new TurnBatch<string, string>({
    async run(inputs) {
      batches.push(inputs.join(' '));
      if (batches.length === 1) later.push(batch.submit('r3'), background('b3'));
      return inputs.map((output, index) => (index % 2 === 0 ? { output } : postponed));
    },
    maxInFlight: 1,
    maxSize: 10,
  });
  const background = (input: string) => batch.submit(input, { isBackground: true });
  const later: Promise<string>[] = [];
  const calls = [batch.submit('r1'), batch.submit('r2'), background('b1'), background('b2')];
  expect(await Promise.all(calls)).toEqual(['r1', 'r2', 'b1', 'b2']);
  expect(await Promise.all(later)).toEqual(['r3', 'b3']);
  expect(batches).toEqual(['r1 r2 b1 b2', 'r2 r3 b2 b3', 'r3 b3', 'b3']);
});

test('kinds of background work share lanes, in which requests do not wait', async () => {
  const backgroundRoom = {
    lanes: new Lanes(() => 1, 60_000),
    writesBeside: (requests: number) => (requests > 0 ? 1 : 2),
  };
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const batchOf = () =>
    new TurnBatch<string, string>({
      run: async (inputs) => {
        const name = inputs.join(' ');
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return inputs.map((output) => ({ output }));
      },
      maxInFlight: 2,
      maxSize: 10,
      backgroundRoom,
    });
  const [claims, steps] = [batchOf(), batchOf()];
  const later = { isBackground: true };
  const done = [claims.submit('claim', later)];
  await turns();
  done.push(...['b1', 'b2', 'b3'].map((name) => steps.submit(name, later)));
  await turns();
  expect(begun).toEqual(['claim']);
  done.push(steps.submit('request'));
  await turns();
  expect(begun).toEqual(['claim', 'request b1']);
  ends.get('claim')?.();
  await turns();
  expect(begun).toEqual(['claim', 'request b1', 'b2 b3']);
  done.push(claims.submit('other claim', later));
  await turns();
  expect(begun).toHaveLength(3);
  for (const end of ends.values()) end();
  await turns();
  ends.get('other claim')?.();
  expect(await Promise.all(done)).toEqual(['claim', 'b1', 'b2', 'b3', 'request', 'other claim']);
});

test('batches of background work shrink while they take too long, and grow again', async () => {
  fakeTime();
  const sizes: number[] = [];
  let msPerCall = 1;
  const batch = new TurnBatch<number, number>({
    run: async (inputs) => {
      sizes.push(inputs.length);
      vi.advanceTimersByTime(inputs.length * msPerCall);
      return inputs.map((output) => ({ output }));
    },
    maxInFlight: 1,
    maxSize: 100,
    maxBackground: 80,
    leastBackground: 5,
    backgroundMs: 40,
  });
  const work = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => batch.submit(n, { isBackground: true })));
  await work(400);
  expect(sizes[0]).toBe(80);
  expect(sizes.at(-2)).toBeLessThanOrEqual(40);
  expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThanOrEqual(5);
  msPerCall = 0;
  await work(600);
  expect(Math.max(...sizes.slice(-4))).toBe(80);
});

test('a request that takes several turns of the event loop is written before the next background work', async () => {
  fakeTime();
  const { batch, batches } = recorded({ maxBackground: 2, rest: 0.5 }, (inputs) =>
    vi.advanceTimersByTime(inputs.includes('work') ? 40 : 1),
  );
  const work = ['work', 'work', 'work', 'work'].map((input) =>
    batch.submit(input, { isBackground: true }),
  );
  // Five turns: requests are read, authenticated and checked while the first work is written, or directly after it.
  await turns();
  await batch.submit('request');
  await vi.advanceTimersByTimeAsync(20);
  await Promise.all(work);
  expect(batches).toEqual([['work', 'work'], ['request'], ['work', 'work']]);
});

test('background work alone gathers for longer the more there is, and joins the batch of a request', async () => {
  fakeTime();
  const startedAt = performance.now();
  const times: number[] = [];
  const { batch, batches } = recorded(
    { gathering: { mostMs: 20, manyPerSecond: 50, enough: 6 } },
    () => times.push(performance.now() - startedAt),
  );
  const written: Promise<string>[] = [];
  const submit = async (input: string, kind: { isBackground: boolean; gathers?: boolean }) => {
    written.push(batch.submit(input, kind));
    await turns();
  };
  for (let step = 0; step < 100; step += 1) {
    await submit(`step ${step}`, { isBackground: true });
    await vi.advanceTimersByTimeAsync(5);
  }
  // The more steps there are, the longer they wait for each other: up to 20 ms.
  expect(times.slice(0, 3)).toEqual([0, 5, 10]);
  const [last = 0, previous = 0] = times.toReversed();
  expect(last - previous).toBe(20);
  const before = batches.length;
  await submit('late step', { isBackground: true });
  expect(batches).toHaveLength(before);
  await submit('request', { isBackground: false });
  expect(batches.at(-1)).toEqual(['request', 'step 98', 'step 99', 'late step']);
  await submit('later step', { isBackground: true });
  await submit('transaction', { isBackground: true, gathers: false });
  expect(batches.at(-1)).toEqual(['later step', 'transaction']);
  // A transaction of a request does not hurry the steps of workers that come after it.
  await submit('transaction', { isBackground: false, gathers: false });
  await submit('last step', { isBackground: true });
  expect(batches).toHaveLength(before + 3);
  await vi.advanceTimersByTimeAsync(20);
  expect(batches.at(-1)).toEqual(['last step']);
  expect(await Promise.all(written)).toHaveLength(106);
});

test('background work waits neither in nor after a batch of many', async () => {
  fakeTime();
  const { batch, batches } = recorded({ gathering: { mostMs: 20, manyPerSecond: 1, enough: 6 } });
  for (let round = 0; round < 5; round += 1) {
    await Promise.all([...'abcdef'].map((input) => batch.submit(input, { isBackground: true })));
  }
  await batch.submit('g', { isBackground: true });
  expect(batches.map((inputs) => inputs.length)).toEqual([6, 6, 6, 6, 6, 1]);
});

test('a transaction ends the wait of the steps that gather, but not the rest after a slow batch', async () => {
  fakeTime();
  const gathering = { mostMs: 40, manyPerSecond: 1, enough: 6 };
  const { batch, batches } = recorded({ rest: 1, gathering }, () => vi.advanceTimersByTime(8));
  await batch.submit('step', { isBackground: true });
  const waiting = [
    batch.submit('step', { isBackground: true }),
    batch.submit('transaction', { isBackground: true, gathers: false }),
  ];
  await vi.advanceTimersByTimeAsync(7);
  await turns();
  expect(batches).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  await Promise.all(waiting);
  expect(batches).toEqual([['step'], ['step', 'transaction']]);
});

test('a call that waits for an earlier batch is refused after five seconds, however it came to wait', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const batch = new TurnBatch<number, number>({
    run: () => new Promise(() => {}),
    maxInFlight: 1,
    maxSize: 2,
  });
  // All five calls come in the turn in which the first batch is already planned.
  const calls = [1, 2, 3, 4, 5].map((input) => batch.submit(input));
  const late = Promise.allSettled(calls.slice(2));
  await vi.advanceTimersByTimeAsync(6_000);
  const reason = expect.any(QueueTimeoutError);
  expect(await late).toEqual(Array(3).fill({ status: 'rejected', reason }));
});

/** Returns a batch each of whose runs lasts until `end` is called. Time passes only as the test says, until its end. */
function held<Input>(maxSize: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let resolveRun = () => {};
  const batch = new TurnBatch<Input, Input>({
    run: async (inputs) => {
      await new Promise<void>((resolve) => {
        resolveRun = resolve;
      });
      return inputs.map((output) => ({ output }));
    },
    maxInFlight: 1,
    maxSize,
  });
  return { batch, end: () => resolveRun() };
}

test('a call is refused after five seconds, although a later call of another tenant comes before it', async () => {
  const { batch, end } = held<string>(2);
  const refused: string[] = [];
  const submit = (input: string, tenantId: string) =>
    batch.submit(input, { tenantId }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(QueueTimeoutError);
      refused.push(input);
    });
  for (const input of ['a1', 'a2', 'a3', 'a4', 'a5']) void submit(input, 'a');
  await vi.advanceTimersByTimeAsync(4_000);
  void submit('b1', 'b');
  void submit('c1', 'c');
  // The second batch takes a3 and b1, and leaves c1 before a4 and a5.
  end();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(refused).toEqual(['a4', 'a5']);
});

test('a call that waits for a batch goes on waiting after the process stood still', async () => {
  const { batch, end } = held<number>(1);
  const calls = Promise.allSettled([1, 2].map((input) => batch.submit(input)));
  await vi.advanceTimersByTimeAsync(1);
  // After a standstill, Node runs each timer that is due once, before it reads the answer of the first batch.
  vi.advanceTimersToNextTimer();
  end();
  await vi.advanceTimersByTimeAsync(1);
  end();
  expect(await calls).toEqual([1, 2].map((value) => ({ status: 'fulfilled', value })));
});
