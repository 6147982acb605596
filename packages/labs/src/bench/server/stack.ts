// The cost of the HTTP stack: Express 5 with ts-rest, zod and response validation, stock and accelerated, against
// fastify and bare node:http. CPU of the server process only.
import { printTable } from './harness/print.ts';
import { entryFolder, startLoad, startServer, stopAll } from './harness/processes.ts';
import { measureInTurns, type Subject } from './harness/rounds.ts';
import { variants } from './stack/variants.ts';

const hello = 'GET /hello HTTP/1.1\r\nHost: bench\r\n\r\n';
const body = JSON.stringify({
  channelId: 'chn_01KAGWX3M0000000000000000A',
  to: '5511987654321',
  type: 'text',
  text: 'Your order is on its way.',
});
const send = `POST /messages HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

const load = await startLoad();
const subjects: Subject[] = [];
for (const name of Object.keys(variants)) {
  const server = await startServer(name, new URL('./stack/server.mjs', entryFolder), [name]);
  const requests = [name.includes('hello') ? hello : send];
  subjects.push({ server, order: { connections: 50, requests } });
}
const samples = await measureInTurns(load, subjects, { rounds: 3, durationMs: 600 });
await stopAll();

const floor = samples.get('node:http hello')?.cpuMicros ?? Number.NaN;
const stock = samples.get('our stack, stock')?.cpuMicros ?? Number.NaN;
printTable(
  [...samples].map(([name, sample]) => ({
    server: name,
    'req/s': sample.perSecond,
    'CPU µs/req': sample.cpuMicros,
    '× node:http': sample.cpuMicros / floor,
    'stock stack ÷ this': stock / sample.cpuMicros,
    'p99 ms': sample.p99Ms,
  })),
);
