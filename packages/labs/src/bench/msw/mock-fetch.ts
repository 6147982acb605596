// CPU per call of `mock.fetch` and of the MSW handler, each compared with a hand-written stub in the same run.

import { createMock } from '@parley/msw';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { cpuMicros } from '../../cpu.ts';
import { medianOf } from '../../median.ts';

const calls = Number(process.argv[2] ?? 20_000);
const origin = 'http://localhost:3000';
const mock = createMock();
mock.limit({ limit: 1e9, windowSeconds: 1 });
const [channel] = mock.seed.channels(1);
mock.seed.conversations(25);
const headers = { authorization: `Bearer ${mock.apiKey}`, 'content-type': 'application/json' };
const body = JSON.stringify({
  channelId: channel.id,
  to: '5511987654321',
  type: 'text',
  text: 'Hello',
});
const message = await (await send()).text();
const { id } = JSON.parse(message) as { id: string };
mock.seed.contacts(25);
mock.seed.messages(25);
mock.seed.apiKeys(24);
const page = await (await list('/conversations')).text();

const answered = await mock.fetch(`${origin}/api/v1/messages/${id}`, { headers });
const answerHeaders = Object.fromEntries(answered.headers);
const byHand = setupServer(
  http.all(`${origin}/api/*`, () => new HttpResponse(message, { headers: answerHeaders })),
);
const rows: [string, number][] = [
  ['a Response by hand, read', await cpu(() => new Response(message, { headers }).json())],
  ['mock.fetch GET /messages/{id}', await cpu(() => get(mock.fetch, `/messages/${id}`))],
  ['mock.fetch GET /tenants/current', await cpu(() => get(mock.fetch, '/tenants/current'))],
  ['mock.fetch GET /conversations', await cpu(() => list('/conversations'))],
  ['mock.fetch GET /contacts', await cpu(() => list('/contacts'))],
  ['a page of 25 by hand, read', await cpu(() => new Response(page, { headers }).json())],
  ['mock.fetch GET /conversations, read', await cpu(() => get(mock.fetch, '/conversations'))],
  ['mock.fetch GET /messages', await cpu(() => list('/messages'))],
  ['mock.fetch GET /api-keys', await cpu(() => list('/api-keys'))],
  ['mock.fetch POST /messages', await cpu(async () => (await send()).json())],
];
// Alternates between the two, because the cost of MSW differs more between two rounds.
const servers = {
  'MSW, one handler by hand': byHand,
  'MSW, the mock': setupServer(...mock.handlers),
};
const rounds = Object.entries(servers).map(([name, server]) => ({
  name,
  server,
  costs: [] as number[],
}));
for (let round = 0; round < 7; round += 1) {
  for (const { server, costs } of rounds) costs.push(await through(server));
}
for (const { name, costs } of rounds) rows.push([name, medianOf(costs)]);
for (const [name, us] of rows) console.log(`${name.padEnd(36)} ${us.toFixed(1).padStart(7)} µs`);

async function through(server: ReturnType<typeof setupServer>): Promise<number> {
  server.listen();
  try {
    return await cpu(() => get(fetch, `/messages/${id}`), calls / 4);
  } finally {
    server.close();
  }
}

async function get(by: typeof fetch, path: string): Promise<unknown> {
  return (await by(`${origin}/api/v1${path}`, { headers })).json();
}

function list(path: string): Promise<Response> {
  return mock.fetch(`${origin}/api/v1${path}`, { headers });
}

function send(): Promise<Response> {
  return mock.fetch(`${origin}/api/v1/messages`, { method: 'POST', headers, body });
}

/** Returns the CPU time per call in microseconds, measured after a warm-up. */
async function cpu(call: () => Promise<unknown>, count = calls): Promise<number> {
  await cpuMicros(call, count / 10);
  return await cpuMicros(call, count);
}
