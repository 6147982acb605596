import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { NotFoundError, type PagePromise } from '../src/index.ts';
import { client } from './recording-client.ts';

// A failure without a handler is an unhandled rejection at the same time as that of a native promise.

/** Names of the runtime's reports, in order. */
const reported: string[] = [];

beforeEach(() => {
  reported.length = 0;
  const events = ['unhandledRejection', 'rejectionHandled'] as const;
  for (const name of events) {
    // Reports of the test runner would fail the run.
    const others = process.listeners(name as 'unhandledRejection');
    process.removeAllListeners(name);
    process.on(name, () => void reported.push(name));
    onTestFinished(() => {
      process.removeAllListeners(name);
      for (const other of others) process.on(name, other as () => void);
    });
  }
});

/** A list of contacts that fails on request, and a native promise that does. */
function pending() {
  let fail = (): void => undefined;
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const fetch = async () => {
    await failing;
    return Response.json({}, { status: 404 });
  };
  const parley = client({ fetch }).parley.contacts.list();
  const native = failing.then(() => {
    throw new Error('failed');
  });
  return { fail, parley, native };
}

type Use = (call: Promise<unknown>, fail: () => void) => unknown;

async function outcomeOf(which: 'parley' | 'native', use: Use): Promise<string[]> {
  const made = pending();
  if (which === 'parley') made.native.catch(() => undefined);
  else made.parley.catch(() => undefined);
  reported.length = 0;
  await use(made[which], made.fail);
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  return [...reported];
}

const drop = () => undefined;
const uses: Record<string, [Use, string[]]> = {
  'is not looked at': [(_, fail) => fail(), ['unhandledRejection']],
  'is awaited at once': [
    async (call, fail) => {
      fail();
      await call.catch(drop);
    },
    [],
  ],
  'is looked at some turns later, before it fails': [
    async (call, fail) => {
      await setImmediate();
      call.catch(drop);
      fail();
    },
    [],
  ],
  'is looked at a turn after it failed': [
    async (call, fail) => {
      fail();
      // The answer of the client is read in several steps: all of them are done by then.
      for (let turn = 0; turn < 3; turn++) await setImmediate();
      call.catch(drop);
    },
    ['unhandledRejection', 'rejectionHandled'],
  ],
  'has a then without a catch': [
    (call, fail) => {
      void call.then(drop);
      fail();
    },
    ['unhandledRejection'],
  ],
  'has a finally without a catch': [
    (call, fail) => {
      void call.finally(drop);
      fail();
    },
    ['unhandledRejection'],
  ],
  'has a then, and a catch behind that': [
    (call, fail) => {
      void call.then(drop).catch(drop);
      fail();
    },
    [],
  ],
  'is one of several in Promise.all': [
    async (call, fail) => {
      fail();
      await Promise.all([call, Promise.resolve()]).catch(drop);
    },
    [],
  ],
  'is one of several in Promise.allSettled': [
    async (call, fail) => {
      fail();
      await Promise.allSettled([call]);
    },
    [],
  ],
};

describe.each(['native', 'parley'] as const)('a %s promise that fails', (which) => {
  test.each(Object.keys(uses))('and %s', async (name) => {
    const [use, expected] = uses[name] as [Use, string[]];
    expect(await outcomeOf(which, use)).toEqual(expected);
  });
});

type ListUse = (list: PagePromise<unknown>) => Promise<unknown>;
const ownUses: Record<string, [ListUse, number]> = {
  safe: [(list) => list.safe(), 0],
  'withMeta, awaited': [(list) => list.withMeta().catch(drop), 0],
  'withMeta, forgotten': [async (list) => void list.withMeta(), 1],
  'asResponse, forgotten': [async (list) => void list.asResponse(), 1],
  iteration: [
    async (list) => {
      const seen: unknown[] = [];
      for await (const item of list) seen.push(item);
    },
    0,
  ],
  'pages with prefetch': [
    async (list) => {
      for await (const page of list.pages({ prefetch: 3 })) expect(page).toBeDefined();
    },
    0,
  ],
  'pages with a prefetch that is refused': [
    (list) => list.pages({ prefetch: -1 }).next().catch(drop),
    0,
  ],
  'toArray, awaited': [(list) => list.toArray({ limit: 5 }).catch(drop), 0],
  'toArray of nothing': [(list) => list.toArray({ limit: 0 }), 0],
  'toArray without a limit': [(list) => list.toArray({} as never).catch(drop), 0],
  'toArray, forgotten': [async (list) => void list.toArray({ limit: 5 }), 1],
};

test.each(Object.keys(ownUses))('a list that fails, and %s', async (name) => {
  const [use, times] = ownUses[name] as [ListUse, number];
  const made = pending();
  made.native.catch(drop);
  made.fail();
  await use(made.parley).catch((error: unknown) => expect(NotFoundError.is(error)).toBe(true));
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  expect(reported).toEqual(Array(times).fill('unhandledRejection'));
});

test('a call with invalid arguments is an unhandled rejection too', async () => {
  void client().parley.messages.get('');
  await setImmediate();
  expect(reported).toEqual(['unhandledRejection']);
});
