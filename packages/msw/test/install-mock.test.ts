import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createMock, installMock } from '../src/index.ts';
import { request } from './requests.ts';

describe('installed with the hooks of the runner', () => {
  const mock = installMock({ beforeEach, afterEach }, { seed: 7, now: '2026-03-01T12:00:00Z' });
  const keys = new Set<string>();

  test.each([1, 2])('test %i gets its own mock', async () => {
    const { json } = await request(mock, 'GET /contacts');
    expect(json['data']).toEqual([]);
    mock.seed.contacts(1);
    expect(mock.contacts.list.calls).toHaveLength(1);
    expect(mock.clock.now()).toBe('2026-03-01T12:00:00.000Z');
    keys.add(mock.apiKey);
  });

  test('gets the same seed in every test', () => {
    expect([...keys]).toEqual([createMock({ seed: 7 }).apiKey]);
  });
});

describe('the properties of an installed mock', () => {
  const mock = installMock({ beforeEach, afterEach });

  test('can be replaced by a spy', async () => {
    const original = mock.fetch;
    const fetch = vi.spyOn(mock, 'fetch');
    expect((await request(mock, 'GET /contacts')).status).toBe(200);
    expect(fetch).toHaveBeenCalledOnce();
    fetch.mockRestore();
    expect(mock.fetch).toBe(original);
  });

  test('are those of a mock, and the next test gets them without the spy', () => {
    expect(vi.isMockFunction(mock.fetch)).toBe(false);
    expect('seed' in mock).toBe(true);
    expect(Object.keys(mock)).toEqual(Object.keys(createMock()));
    expect({ ...mock }.seed).toBe(mock.seed);
    vi.spyOn(mock, 'verify');
  });

  test('are its own when a runner restores the spy of an earlier test during this one', async () => {
    const { begin, end, ...runner } = hooks();
    const mock = installMock(runner);
    begin();
    const spy = vi.spyOn(mock, 'fetch');
    end();
    begin();
    spy.mockRestore();
    expect((await request(mock, 'GET /contacts')).status).toBe(200);
    end();
  });

  test('are found by matchers', () => {
    expect(vi.isMockFunction(mock.verify)).toBe(false);
    expect(mock).toHaveProperty('messages.send.calls', []);
    expect(mock).toMatchObject({ apiKey: mock.apiKey });
    expect(mock).not.toMatchObject({ apiKey: 'another' });
  });
});

/** The hooks of a test runner, called by the test itself. */
function hooks() {
  const before: (() => void)[] = [];
  const after: (() => void)[] = [];
  return {
    beforeEach: (run: () => void) => before.push(run),
    afterEach: (run: () => void) => after.push(run),
    begin: () => before.forEach((run) => void run()),
    end: () => after.forEach((run) => void run()),
  };
}

test('an unused prepared response fails its test, and the next test starts clean', async () => {
  const { begin, end, ...runner } = hooks();
  const mock = installMock(runner);
  begin();
  mock.contacts.list.fail(500);
  expect(end).toThrow(/contacts\.list: 1 prepared answer\(s\) not used/);
  begin();
  expect((await request(mock, 'GET /contacts')).status).toBe(200);
  expect(end).not.toThrow();
});

test('without a seed, ids repeat and keys differ', () => {
  const [one, other] = [1, 2].map(() => createMock({ now: '2026-03-01T12:00:00Z' }));
  expect(one?.seed.contacts(1)[0].id).toBe(other?.seed.contacts(1)[0].id);
  expect(one?.apiKey).not.toBe(other?.apiKey);
  expect(one?.tenant().apiKey).not.toBe(other?.tenant().apiKey);
});

test('verify reports every problem', async () => {
  const mock = createMock();
  await mock.fetch('http://localhost:3000/api/v1/mesages');
  mock.contacts.list.fail(500);
  expect(mock.verify).toThrow(/mesages: no such endpoint.*\n.*contacts\.list: 1 prepared/);
  mock.reset();
  expect(mock.verify).not.toThrow();
});

test('using the mock between tests throws an error that says so', () => {
  const mock = installMock(hooks());
  expect(() => mock.apiKey).toThrow('installMock: mock.apiKey is there only while a test runs');
  expect(String(Object.prototype.toString.call(mock))).toBe('[object Object]');
});

test('concurrent tests cannot use the installed mock, but mocks of their own', () => {
  const { begin, end, ...runner } = hooks();
  const mock = installMock(runner);
  begin();
  begin();
  const words = /two tests run at the same time, .*; give each/;
  expect(() => mock.seed).toThrow(words);
  end();
  expect(() => mock.seed).toThrow(words);
  begin();
  end();
  end();
  expect(() => mock.seed).toThrow('only while a test runs');
  begin();
  expect(mock.seed.contacts(1)).toHaveLength(1);
  end();
});
