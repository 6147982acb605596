// The own work of one SDK, in a separate process: prints microseconds of CPU as JSON.

import { medianOf } from '../../median.ts';
import { type Adapter, secretKey, type Verifier } from '../adapter.ts';
import { adapterOf } from '../adapters/all.ts';
import { answerHeaders } from './answer-headers.ts';

type Dialect = NonNullable<Adapter['webhooks']>;

const rounds = 5;
const roundMs = 400;

const record = { id: 'x_1', object: 'thing', type: 'thing', ok: true, status: 'queued' };
const text = JSON.stringify(record);
// Hand-written: the bench measures the client, not Node's Response.
const answer = {
  status: 200,
  statusText: 'OK',
  ok: true,
  type: 'default',
  url: 'http://127.0.0.1:1/things/x_1',
  redirected: false,
  headers: answerHeaders,
  body: null,
  bodyUsed: false,
  text: async () => text,
  json: async () => JSON.parse(text) as unknown,
  arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  clone: () => answer,
};
const fetch = (async () => answer) as unknown as typeof globalThis.fetch;

const adapter = adapterOf(process.argv[2] ?? '');
const client = await adapter.open({ baseUrl: 'http://127.0.0.1:1', apiKey: secretKey, fetch });
await client.get();
const floor = await cpuMicros(async () => (await fetch('http://127.0.0.1:1/')).json());
const callMicros = (await cpuMicros(() => client.get())) - floor;
const { webhooks } = adapter;
const verifyMicros = webhooks && (await cpuOfVerifying(webhooks, await webhooks.verifier()));
const syncVerify = await webhooks?.syncVerifier?.();
const verifySyncMicros = webhooks && syncVerify && (await cpuOfVerifying(webhooks, syncVerify));
console.log(JSON.stringify({ callMicros, verifyMicros, verifySyncMicros }));
process.exit();

async function cpuOfVerifying(dialect: Dialect, verify: Verifier): Promise<number> {
  const { current } = dialect.secrets;
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const event = { id: 'evt_1', type: 'message.received', timestamp: '2026-11-20T10:00:00.000Z' };
  const body = JSON.stringify({ ...event, data: { object: { id: 'msg_1', text: 'Hello' } } });
  const content = { id: 'msg_1', timestamp, body };
  const signed = dialect.headerOf([dialect.sign(current, content)], content);
  if ((await verify(body, signed, [current])) === false) throw new Error('A good one is refused');
  return cpuMicros(async () => verify(body, signed, [current]));
}

async function cpuMicros(call: () => Promise<unknown>): Promise<number> {
  const results: number[] = [];
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) results.push(await oneRound(call));
  return medianOf(results.slice(1));
}

async function oneRound(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  const endAt = performance.now() + roundMs;
  let calls = 0;
  do {
    for (let i = 0; i < 100; i++) await call();
    calls += 100;
  } while (performance.now() < endAt);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}
