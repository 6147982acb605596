import { expect, test, vi } from 'vitest';
import { type Embedder, EmbeddingError } from './embedder.ts';
import { Reranker } from './reranker.ts';

const passages = ['about cats', 'about money', 'about dogs'];

/** The vector of each text, by the one word that decides its meaning. */
const meanings: Readonly<Record<string, readonly number[]>> = {
  cats: [1, 0, 0.2],
  dogs: [0.9, 0, 0.5],
  puppy: [0.8, 0, 0.6],
  money: [0, 1, 0],
};

function vectorOf(text: string): Float32Array {
  const word = Object.keys(meanings).find((one) => text.includes(one)) ?? 'money';
  return Float32Array.from(meanings[word] ?? []);
}

function setUp(embed: Embedder['embed'] = async (texts) => texts.map(vectorOf)) {
  const warn = vi.fn();
  const clock = { ms: 0 };
  const timers: (() => void)[] = [];
  const asked = vi.fn(embed);
  const reranker = new Reranker(
    { model: 'test', embed: asked, close: async () => {} },
    {
      budgetMs: 1_000,
      log: { warn },
      now: () => clock.ms,
      startTimer: (work) => {
        timers.push(work);
        return () => timers.splice(timers.indexOf(work), 1);
      },
    },
  );
  return { reranker, asked, warn, clock, timers };
}

test('orders passages by similarity', async () => {
  const { reranker } = setUp();
  expect(await reranker.rank('ten_1', 'my puppy', passages)).toEqual([2, 0, 1]);
});

test('keeps the order of equally similar passages', async () => {
  const { reranker } = setUp();
  expect(await reranker.rank('ten_1', 'cats', ['money a', 'cats', 'money b'])).toEqual([1, 0, 2]);
});

test('embeds a text once per tenant', async () => {
  const { reranker, asked } = setUp();
  await reranker.rank('ten_1', 'my puppy', passages);
  await reranker.rank('ten_1', 'my puppy', passages);
  await reranker.rank('ten_1', 'a puppy', [...passages, 'about money']);
  expect(asked.mock.calls.map(([texts]) => texts)).toEqual([
    ['my puppy', ...passages],
    ['a puppy'],
  ]);
  await reranker.rank('ten_2', 'my puppy', passages);
  expect(asked.mock.lastCall?.[0]).toEqual(['my puppy', ...passages]);
});

test('a failure logs one line and starts a pause, which doubles up to one minute', async () => {
  const { reranker, asked, warn, clock } = setUp(async () => {
    throw new EmbeddingError('status 500');
  });
  for (const pauseMs of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    asked.mockClear();
    expect(await reranker.rank('ten_1', 'puppy', passages)).toBeUndefined();
    expect(warn).toHaveBeenLastCalledWith({ reason: 'status 500', pauseMs }, expect.any(String));
    clock.ms += pauseMs - 1;
    expect(await reranker.rank('ten_1', 'puppy', passages)).toBeUndefined();
    expect(asked).toHaveBeenCalledTimes(1);
    clock.ms += 1;
  }
  expect(warn).toHaveBeenCalledTimes(7);
});

test('concurrent failures count once, and one search tries after the pause', async () => {
  const answers: Deferred<readonly Float32Array[]>[] = [];
  const { reranker, asked, warn, clock } = setUp(() => {
    const answer = deferred<readonly Float32Array[]>();
    answers.push(answer);
    return answer.promise;
  });
  const both = [1, 2].map((n) => reranker.rank('ten_1', `puppy ${n}`, passages));
  for (const { reject } of answers) reject(new EmbeddingError('status 503'));
  expect(await Promise.all(both)).toEqual([undefined, undefined]);
  expect(warn).toHaveBeenCalledTimes(1);
  clock.ms += 2_000;
  const trial = reranker.rank('ten_1', 'puppy', passages);
  expect(await reranker.rank('ten_1', 'another puppy', passages)).toBeUndefined();
  expect(asked).toHaveBeenCalledTimes(3);
  answers[2]?.resolve(['puppy', ...passages].map(vectorOf));
  expect(await trial).toEqual([2, 0, 1]);
  void reranker.rank('ten_1', 'another puppy', passages);
  expect(asked).toHaveBeenCalledTimes(4);
});

test('pauses as long as the provider requests, up to one minute', async () => {
  for (const [seconds, pauseMs] of [
    [10, 10_000],
    [3_600, 60_000],
    [0, 2_000],
  ] as const) {
    const { reranker, warn } = setUp(async () => {
      throw new EmbeddingError('status 429', seconds);
    });
    await reranker.rank('ten_1', 'puppy', passages);
    expect(warn.mock.lastCall?.[0]).toEqual({ reason: 'status 429', pauseMs });
  }
});

test('a search waits at most its budget; a late result serves the next search', async () => {
  const answer = deferred<readonly Float32Array[]>();
  const { reranker, asked, warn, timers } = setUp(() => answer.promise);
  const late = reranker.rank('ten_1', 'puppy', passages);
  timers[0]?.();
  expect(await late).toBeUndefined();
  expect(warn.mock.lastCall?.[0]).toEqual({ reason: 'no answer within 1000 ms', pauseMs: 2_000 });
  answer.resolve(['puppy', ...passages].map(vectorOf));
  await expect.poll(() => timers).toEqual([]);
  expect(await reranker.rank('ten_1', 'puppy', passages)).toEqual([2, 0, 1]);
  expect(asked).toHaveBeenCalledTimes(1);
});

test('a late failure does not count twice', async () => {
  const answer = deferred<readonly Float32Array[]>();
  const { reranker, warn, timers } = setUp(() => answer.promise);
  const late = reranker.rank('ten_1', 'puppy', passages);
  timers[0]?.();
  await late;
  answer.reject(new EmbeddingError('timeout'));
  await expect.poll(() => timers).toEqual([]);
  expect(warn).toHaveBeenCalledTimes(1);
});

test.each([
  ['without a direction', [0, 0, 0]],
  ['with what is no number', [1, Number.NaN, 0]],
  ['beyond all numbers', [1, Number.POSITIVE_INFINITY, 0]],
  ['of another length', [1, 0]],
])('a vector %s falls back to the keyword order', async (_what, odd) => {
  const { reranker, warn } = setUp(async (texts) =>
    texts.map((text) => (text.includes('dogs') ? Float32Array.from(odd) : vectorOf(text))),
  );
  expect(await reranker.rank('ten_1', 'puppy', passages)).toBeUndefined();
  expect(warn).toHaveBeenCalledTimes(1);
});

test('vectors of another length clear the cache, because the model changed', async () => {
  let length = 3;
  const { reranker, asked, clock } = setUp(async (texts) =>
    texts.map((text) => Float32Array.from([...vectorOf(text), 0.1].slice(0, length))),
  );
  await reranker.rank('ten_1', 'puppy', passages);
  length = 4;
  expect(await reranker.rank('ten_1', 'dogs', passages)).toBeUndefined();
  clock.ms += 2_000;
  expect(await reranker.rank('ten_1', 'dogs', passages)).toEqual([2, 0, 1]);
  expect(asked.mock.lastCall?.[0]).toEqual(['dogs', ...passages]);
});

test('vectors of another length for other texts clear the cache, too', async () => {
  let length = 3;
  const { reranker, asked, clock } = setUp(async (texts) =>
    texts.map((text) => Float32Array.from([...vectorOf(text), 0.1].slice(0, length))),
  );
  await reranker.rank('ten_1', 'my puppy', passages);
  length = 4;
  expect(await reranker.rank('ten_1', 'dogs', ['money'])).toBeUndefined();
  clock.ms += 2_000;
  expect(await reranker.rank('ten_1', 'dogs', ['money'])).toEqual([0]);
  expect(await reranker.rank('ten_1', 'dogs', passages)).toEqual([2, 0, 1]);
  expect(asked.mock.lastCall?.[0]).toEqual(passages);
});

test('pauses longer after each failure when all answers are late', async () => {
  const answers: Deferred<readonly Float32Array[]>[] = [];
  const { reranker, warn, clock, timers } = setUp(() => {
    const answer = deferred<readonly Float32Array[]>();
    answers.push(answer);
    return answer.promise;
  });
  for (const [place, pauseMs] of [2_000, 4_000, 8_000].entries()) {
    const late = reranker.rank('ten_1', `puppy ${place}`, passages);
    timers[0]?.();
    expect(await late).toBeUndefined();
    expect(warn.mock.lastCall?.[0]).toMatchObject({ pauseMs });
    answers[place]?.resolve(['puppy', ...(place === 0 ? passages : [])].map(vectorOf));
    await expect.poll(() => timers).toEqual([]);
    clock.ms += pauseMs;
  }
});

test('logs an unexpected error and continues the search', async () => {
  const { reranker, warn } = setUp(async () => {
    throw new TypeError('a bug');
  });
  expect(await reranker.rank('ten_1', 'puppy', passages)).toBeUndefined();
  expect(warn.mock.lastCall?.[0]).toMatchObject({ err: expect.any(TypeError) });
});

interface Deferred<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
}

function deferred<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => {};
  let reject: Deferred<T>['reject'] = () => {};
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
