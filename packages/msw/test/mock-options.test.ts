import { expect, test } from 'vitest';
import {
  createMock,
  type FailOptions,
  installMock,
  MockError,
  type MockOptions,
} from '../src/index.ts';

/** Calls that only JavaScript, or TypeScript with a cast, can make. */
const wrongMocks: [unknown, string][] = [
  [{ nope: 1 }, 'createMock: nope is no field of the options; the nearest is now'],
  [{ latency: 50 }, 'createMock: latency is no field of the options; the nearest is latencyMs'],
  [{ webhooks: { allowHtpp: true } }, 'createMock.webhooks: allowHtpp is no field of the options'],
  [null, 'createMock: the options are null; expected an object'],
  ['http://localhost:3000', "createMock: the options are 'http://localhost:3000'; expected an"],
  [{ seed: 'x' }, "createMock: seed is 'x'; expected an integer"],
  [{ seed: 1.5 }, 'createMock: seed is 1.5; expected an integer'],
  [{ baseUrl: 'localhost:3000' }, "createMock: baseUrl is 'localhost:3000'; expected an absolute"],
  [{ baseUrl: ['https://one.example', '/api'] }, "createMock: baseUrl is '/api'; expected an"],
  [{ latencyMs: '50' }, "createMock: latencyMs is '50'; expected 0 or more milliseconds"],
  [{ sandboxStepMs: -1 }, 'createMock: sandboxStepMs is -1; expected 0 or more milliseconds'],
  [{ now: 'yesterday' }, "createMock: now is not a time, but 'yesterday'; expected '2026-11-20T09"],
  [{ now: null }, 'createMock: now is not a time, but null; expected'],
  [{ baseUrl: null }, 'createMock: baseUrl is null; expected an absolute URL'],
  [{ baseUrl: [] }, 'createMock: baseUrl is an empty list; leave it out, or give a URL'],
  [{ webhooks: null }, 'createMock.webhooks: the options are null; expected an object'],
  [{ webhooks: { allowHttp: 'yes' } }, "createMock.webhooks: allowHttp is 'yes'; expected true or"],
  [{ urlSources: 'help' }, "createMock: urlSources are 'help'; expected an object"],
  [
    { urlSources: { 'https://shop.example': 5 } },
    'createMock: urlSources has 5 for https://shop.example; expected the text of the page',
  ],
];

test.each(wrongMocks)('refuses the options %j of a mock', (options, message) => {
  expect(() => createMock(options as MockOptions)).toThrow(message);
  expect(() => createMock(options as MockOptions)).toThrow(MockError);
  const hooks = { beforeEach: () => {}, afterEach: () => {} };
  expect(() => installMock(hooks, options as MockOptions)).toThrow(message);
});

test.each([() => 'noon', () => undefined])('names a result of now that is no time', (now) => {
  const make = () => createMock({ now: now as unknown as () => number });
  expect(make).toThrow(MockError);
  expect(make).toThrow(/^createMock: the result of now is not a time, but ('noon'|undefined);/);
});

test.each([undefined, null, -1, Number.NaN, Number.POSITIVE_INFINITY, '5'])(
  'refuses to move the clock by %j',
  async (ms) => {
    const mock = createMock({ now: '2026-11-20T09:00:00Z' });
    const wrong = ms as number;
    expect(() => mock.clock.advance(wrong)).toThrow(MockError);
    expect(() => mock.clock.advance(wrong)).toThrow(
      /^clock\.advance\(.*\): time only moves forward/,
    );
    await expect(mock.webhooks.advance(wrong)).rejects.toThrow(
      /^webhooks\.advance\(.*\): time only/,
    );
    expect(mock.clock.now()).toBe('2026-11-20T09:00:00.000Z');
  },
);

test.each<[unknown, string]>([
  [{ perMinute: 20 }, 'limit: perMinute is no field of the limit; the nearest is perSecond'],
  [{ perSecond: '20' }, "limit: '20' requests in 1 s are no quota; expected whole numbers"],
  [{ limit: 1.5, windowSeconds: 1 }, 'limit: 1.5 requests in 1 s are no quota; expected'],
])('refuses the quota %j', (limit, message) => {
  expect(() => createMock().limit(limit as { perSecond: number })).toThrow(message);
});

test.each(['*', '', 'http://localhost:*'])(
  'accepts the pattern %j of MSW as baseUrl',
  (baseUrl) => {
    expect(createMock({ baseUrl }).handlers).not.toEqual([]);
  },
);

test.each([undefined, {}, { seed: 7 }])('installMock(%j) names the missing hooks', (hooks) => {
  const install = installMock as (given: unknown) => unknown;
  expect(() => install(hooks)).toThrow(
    'installMock: pass the hooks of your test runner, such as installMock({ beforeEach, afterEach })',
  );
});

test.each([200, 399, 600, 404.5, Number.NaN])('fail(%s) is refused as no error', (status) => {
  expect(() => createMock().contacts.get.fail(status)).toThrow(
    `fail(${status}): give a status from 400 to 599, or a code`,
  );
});

test.each([400, 408, 425, 431, 500, 504, 520])(
  'fail(%s) answers with this status',
  async (status) => {
    const mock = createMock();
    mock.contacts.get.fail(status);
    const url = 'http://localhost:3000/api/v1/contacts/con_1';
    const headers = { authorization: `Bearer ${mock.apiKey}` };
    expect((await mock.fetch(url, { headers })).status).toBe(status);
  },
);

test('faults refuse unknown options, codes and details', () => {
  const { get } = createMock().contacts;
  const wrong = (options: unknown) => options as FailOptions;
  expect(() => get.fail(500, wrong({ time: 3 }))).toThrow('contacts.get: time is no field of the');
  expect(() => get.hang(wrong({ afterEfect: true }))).toThrow('the nearest is afterEffect');
  expect(() => get.rateLimit(wrong({ retryAfterMs: 9 }))).toThrow('the nearest is retryAfter');
  expect(() => get.rateLimit({ retryAfter: -1 })).toThrow(
    'contacts.get: retryAfter is -1; expected',
  );
  expect(() => get.rateLimit({ retryAfter: 1.5 })).toThrow('retryAfter is 1.5; expected 0 or more');
  for (const how of ['networkError', 'hang', 'stallBody', 'badJson', 'rateLimit'] as const) {
    expect(() => get[how](null as never)).toThrow('contacts.get: the options are null; expected');
  }
  expect(() => get.fail(500, wrong({ message: 5 }))).toThrow('message is 5; expected a text');
  expect(() => get.unauthorized(wrong(3))).toThrow('contacts.get: the options are 3; expected');
  expect(() => get.fail('toString' as 'SVC-CONFLICT')).toThrow('toString is no code');
  expect(() => get.fail('SVC-NOT-FOUND', wrong({ details: { resource: 5 } }))).toThrow(
    /^contacts\.get\.fail: the contract does not allow these details: .*resource/,
  );
});
