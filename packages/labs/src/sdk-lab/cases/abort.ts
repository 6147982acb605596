import { medianOf } from '../../median.ts';
import { type Case, ms, notThere } from '../case.ts';
import { type Fault, ok, refuse, startFaultServer } from '../fault-server.ts';

const runs = 5;
const limitMs = 12_000;
const soonMs = 20;

const phases: { name: string; afterMs: number; fault: Fault }[] = [
  { name: 'before the call', afterMs: 0, fault: (_request, response) => ok(response) },
  { name: 'before the headers', afterMs: 300, fault: () => undefined },
  {
    name: 'within the body',
    afterMs: 300,
    fault: (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4096' });
      response.write('{"id": "x_1",');
    },
  },
  {
    name: 'in the wait after a 503',
    afterMs: 100,
    fault: (_request, response) => refuse(response, 503),
  },
  {
    name: 'in the wait of a Retry-After',
    afterMs: 300,
    fault: (_request, response) => refuse(response, 429, { 'retry-after': '5' }),
  },
];

export const abortCases: Case[] = [
  ...phases.map(
    ({ name, afterMs, fault }): Case => ({
      group: 'AbortSignal',
      name: `abort ${name}`,
      pace: 'exact',
      async run(adapter, client) {
        if (!adapter.hasSignal) return { text: 'no signal', good: false };
        const late: number[] = [];
        for (let run = 0; run < runs; run++) {
          const server = await startFaultServer(fault);
          const task = { do: 'abort', url: server.url, verb: 'get', afterMs } as const;
          const { ended, lateMs } = await client.perform<'abort'>(task, limitMs);
          server.close();
          if (ended === 'pending') return { text: 'goes on', good: false };
          if (ended === 'resolved') return { text: 'SUCCESS', good: false };
          late.push(lateMs);
        }
        const lateMs = medianOf(late);
        if (lateMs < 0) return { text: 'failed before', good: undefined };
        return { text: `+${ms(lateMs)}`, good: lateMs < soonMs };
      },
    }),
  ),
  {
    group: 'AbortSignal',
    name: 'listeners left after 10,000 calls on one signal',
    pace: 'busy',
    async run(adapter, client) {
      if (!adapter.hasSignal) return notThere;
      const server = await startFaultServer((_request, response) => ok(response));
      const task = { do: 'one-signal', url: server.url, calls: 10_000 } as const;
      const result = await client.perform<'one-signal'>(task, 120_000);
      server.close();
      const { listeners, collected, warnings, failed } = result;
      const kept = listeners === collected ? '' : `, ${collected} after garbage collection`;
      const warned = warnings > 0 ? ', Node warns of a leak' : '';
      const lost = failed > 0 ? `, ${failed} calls failed` : '';
      return { text: `${listeners}${kept}${warned}${lost}`, good: listeners === 0 && failed === 0 };
    },
  },
];
