// As people write tests for Jest: CommonJS, globals, no configuration.
const { createMock, installMock } = require('@parley/msw');

const mock = installMock({ beforeEach, afterEach }, { seed: 7 });

const get = (path) =>
  mock.fetch(`http://localhost:3000/api/v1${path}`, {
    headers: { authorization: `Bearer ${mock.apiKey}` },
  });

test.each([1, 2])('test %i gets a mock of its own', async () => {
  expect((await (await get('/contacts')).json()).data).toEqual([]);
  mock.seed.contacts(1);
  expect(mock.contacts.list.calls).toHaveLength(1);
  expect(mock.apiKey).toBe(createMock({ seed: 7 }).apiKey);
});

test('events are signed and delivered', async () => {
  const seen = [];
  const receiver = async (request) => {
    seen.push((await request.json()).type);
    return new Response(null, { status: 204 });
  };
  const event = await mock.webhooks.event('message.received', { text: 'Hi' });
  const { undelivered } = await mock.webhooks.deliver(event, receiver, { duplicate: true });
  expect(undelivered).toEqual([]);
  expect(seen).toEqual(['message.received', 'message.received']);
});

test('a test that leaves a prepared answer unused fails', () => {
  const ends = [];
  const runner = { beforeEach: (run) => run(), afterEach: (run) => ends.push(run) };
  installMock(runner).contacts.list.fail(500);
  expect(ends[0]).toThrow(/contacts\.list: 1 prepared answer\(s\) not used/);
});

const [major, minor] = process.versions.node.split('.').map(Number);
const canRequireMsw = major > 24 || (major === 24 && minor >= 9);

(canRequireMsw ? test : test.skip)('Mock Service Worker takes the handlers', async () => {
  const { setupServer } = require('msw/node');
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledRequest: 'error' });
  const headers = { 'x-api-key': mock.apiKey };
  const response = await fetch('http://localhost:3000/api/v1/tenants/current', { headers });
  expect(response.status).toBe(200);
  server.close();
});
