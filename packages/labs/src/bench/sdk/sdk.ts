// The cost of the SDK: its import, and its own work per call, loaded from dist. A gate checks its size.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { examples } from '@parley/contract';
import type * as sdk from '@parley/sdk';
import type * as validation from '@parley/sdk/validate';
import type * as webhooks from '@parley/sdk/webhooks';
import { cpuMicros } from '../../cpu.ts';
import { medianOf } from '../../median.ts';
import { answerHeaders } from '../../sdk-lab/client/answer-headers.ts';
import { importMs } from '../../sdk-lab/costs/import-ms.ts';

const dist = resolve('packages/sdk/dist');
const esm = resolve(dist, 'index.js');
const cjs = resolve(dist, 'index.cjs');
// Computed, so that the bundler of this bench leaves it alone.
const { Parley } = (await import(pathToFileURL(esm).href)) as typeof sdk;
const { signWebhook, verifyWebhook, verifyWebhookSync } = (await importBuilt(
  'webhooks.js',
)) as typeof webhooks;
const { contractValidation } = (await importBuilt('validate.js')) as typeof validation;

console.log('Cold import, median of 15 processes');
printImport('node:http (floor)', `await import('node:http')`);
printImport('ESM', `await import(${JSON.stringify(pathToFileURL(esm).href)})`, 8);
printImport(
  'CJS',
  `process.getBuiltinModule('module').createRequire('/')(${JSON.stringify(cjs)})`,
  8,
);

console.log('\nOwn CPU per call, median of 5 rounds of 50,000');
const { message } = examples;
const input = { channelId: 'chn_1', to: '5511987654321', type: 'text', text: 'Hello' } as const;
const text = JSON.stringify(message);
// The response of a stub: the bench measures the client, not the network or Node's Response.
const answer = {
  status: 202,
  ok: true,
  type: 'default',
  headers: answerHeaders,
  text: async () => text,
};
const fetch = (async () => answer) as unknown as typeof globalThis.fetch;
const parley = new Parley({ apiKey: 'prl_live_bench', fetch });
const { signal } = new AbortController();
const floor = async (): Promise<unknown> => {
  const response = await fetch('http://localhost/', {
    method: 'POST',
    body: JSON.stringify(input),
  });
  return JSON.parse(await response.text());
};
const floorMicros = await medianCpu(floor);
print('fetch and JSON by hand (floor)', floorMicros, 'µs');
print('messages.send', (await medianCpu(() => parley.messages.send(input))) - floorMicros, 'µs', 8);
print(
  'messages.send with a signal',
  (await medianCpu(() => parley.messages.send(input, { signal }))) - floorMicros,
  'µs',
  8,
);
print('messages.get', (await medianCpu(() => parley.messages.get('msg_1'))) - floorMicros, 'µs', 8);
const strict = parley.with({ validate: contractValidation() });
print(
  'messages.get with validation',
  (await medianCpu(() => strict.messages.get('msg_1'))) - floorMicros,
  'µs',
  15,
);

console.log('\nWebhooks, an event of a message');
const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
const body = JSON.stringify({ id: 'evt_1', type: 'message.received', data: { object: message } });
const signed = await signWebhook(body, { secrets });
const delivery = { body: Buffer.from(body), headers: signed };
print(
  'verifyWebhook',
  await medianCpu(() => verifyWebhook(delivery, { secrets }), 10_000),
  'µs',
  60,
);
const atOnce = async () => verifyWebhookSync(delivery, { secrets });
print('verifyWebhookSync', await medianCpu(atOnce, 10_000), 'µs', 30);
const rotated = { secrets: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', ...secrets] };
print('with two secrets', await medianCpu(() => verifyWebhook(delivery, rotated), 10_000), 'µs');
const request = async () => {
  const init = { method: 'POST', body, headers: signed };
  await verifyWebhook(new Request('http://localhost/', init), { secrets });
};
print('of a Request, which is made', await medianCpu(request, 5_000), 'µs');

function importBuilt(file: string): Promise<unknown> {
  return import(pathToFileURL(resolve(dist, file)).href);
}

function printImport(name: string, statement: string, goal?: number): void {
  const found = importMs('.', statement, 15);
  if (found === undefined) throw new Error(`${name} cannot be imported`);
  print(name, found, 'ms', goal);
}

async function medianCpu(call: () => PromiseLike<unknown>, calls = 50_000): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 6; round++) rounds.push(await cpuMicros(call, calls));
  // The first one warms up.
  return medianOf(rounds.slice(1));
}

function print(name: string, value: number, unit: string, goal?: number): void {
  const verdict =
    goal === undefined ? '' : `goal ${goal} ${unit}${value <= goal ? '' : '  MISSED'}`;
  console.log(`  ${name.padEnd(32)} ${value.toFixed(2).padStart(8)} ${unit}   ${verdict}`);
}
