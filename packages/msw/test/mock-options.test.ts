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
];

test.each(wrongMocks)('refuses the options %j of a mock', (options, message) => {
  expect(() => createMock(options as MockOptions)).toThrow(message);
  expect(() => createMock(options as MockOptions)).toThrow(MockError);
  const hooks = { beforeEach: () => {}, afterEach: () => {} };
  expect(() => installMock(hooks, options as MockOptions)).toThrow(message);
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
  expect(() => get.unauthorized(wrong(3))).toThrow('contacts.get: the options are 3; expected');
  expect(() => get.fail('toString' as 'SVC-CONFLICT')).toThrow('toString is no code');
  expect(() => get.fail('SVC-NOT-FOUND', wrong({ details: { resource: 5 } }))).toThrow(
    /^contacts\.get\.fail: the contract does not allow these details: .*resource/,
  );
});
