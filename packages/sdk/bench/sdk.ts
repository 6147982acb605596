// What the SDK costs: its size in a bundle, its import, and its own work per call. As it is shipped: from dist.
import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import type * as sdk from '../src/index.ts';

const dist = resolve('packages/sdk/dist');
const esm = resolve(dist, 'index.js');
const cjs = resolve(dist, 'index.cjs');
// Computed, so that the bundler of this bench leaves it alone.
const { Parley } = (await import(pathToFileURL(esm).href)) as typeof sdk;

console.log('Bundle, minified and compressed');
await printSize('whole client', 'Parley', 12);
await printSize('errors only', 'ParleyError, RateLimitError', 0.8);

console.log('\nCold import, best of 15 processes');
printImport('node:http (floor)', `await import('node:http')`);
printImport('ESM', `await import(${JSON.stringify(pathToFileURL(esm).href)})`, 8);
printImport(
  'CJS',
  `process.getBuiltinModule('module').createRequire('/')(${JSON.stringify(cjs)})`,
  8,
);

console.log('\nOwn CPU per call, best of 5 rounds of 50,000');
const message = {
  id: 'msg_1',
  status: 'queued',
  text: 'Hello',
  createdAt: '2026-11-20T00:00:00.000Z',
};
const input = { channelId: 'chn_1', to: '5511987654321', type: 'text', text: 'Hello' } as const;
const headers = new Headers({
  'content-type': 'application/json',
  'x-request-id': 'req_1',
  'ratelimit-limit': '600',
  'ratelimit-remaining': '599',
  'ratelimit-reset': '1',
  'ratelimit-policy': '600;w=60',
});
const text = JSON.stringify(message);
// The answer of a mock: what is measured is the client, not the network or Node's Response.
const answer = { status: 202, ok: true, type: 'default', headers, text: async () => text };
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
const floorMicros = await cpuMicros(floor);
print('fetch and JSON by hand (floor)', floorMicros, 'µs');
print('messages.send', (await cpuMicros(() => parley.messages.send(input))) - floorMicros, 'µs', 8);
print(
  'messages.send with a signal',
  (await cpuMicros(() => parley.messages.send(input, { signal }))) - floorMicros,
  'µs',
  8,
);
print('messages.get', (await cpuMicros(() => parley.messages.get('msg_1'))) - floorMicros, 'µs', 8);

async function printSize(name: string, exported: string, goal: number): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${exported} } from ${JSON.stringify(esm)}`, resolveDir: dist },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  const bytes = outputFiles.reduce(
    (sum, file) => sum + gzipSync(file.contents, { level: 9 }).length,
    0,
  );
  print(name, bytes / 1_000, 'KB', goal);
}

function printImport(name: string, statement: string, goal?: number): void {
  const script = `const t = performance.now(); ${statement}; console.log(performance.now() - t);`;
  const times = Array.from({ length: 15 }, () =>
    Number(
      execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }),
    ),
  );
  print(name, Math.min(...times), 'ms', goal);
}

async function cpuMicros(call: () => PromiseLike<unknown>): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < 6; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < 50_000; i++) await call();
    const { user, system } = process.cpuUsage(before);
    rounds.push((user + system) / 50_000);
  }
  // The first one warms up.
  return Math.min(...rounds.slice(1));
}

function print(name: string, value: number, unit: string, goal?: number): void {
  const verdict =
    goal === undefined ? '' : `goal ${goal} ${unit}${value <= goal ? '' : '  MISSED'}`;
  console.log(`  ${name.padEnd(32)} ${value.toFixed(2).padStart(8)} ${unit}   ${verdict}`);
}
