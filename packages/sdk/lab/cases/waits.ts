import { type Case, type Cell, median, ms } from '../case.ts';
import { ok, refuse, type Seen, startFaultServer } from '../fault-server.ts';

// A 429 that says how long to wait, and then a success: was it asked again when it said?

const runs = 3;
const limitMs = 15_000;
const toleranceMs = 50;

const forms: { name: string; waitMs: number; headersOf: () => Record<string, string> }[] = [
  { name: 'Retry-After: 1', waitMs: 1_000, headersOf: () => ({ 'retry-after': '1' }) },
  { name: 'Retry-After: 0.7', waitMs: 700, headersOf: () => ({ 'retry-after': '0.7' }) },
  { name: 'Retry-After: <date>', waitMs: 800, headersOf: () => ({ 'retry-after': nextSecond() }) },
  { name: 'Retry-After-Ms: 700', waitMs: 700, headersOf: () => ({ 'retry-after-ms': '700' }) },
  {
    name: 'RateLimit-Reset: 1',
    waitMs: 1_000,
    headersOf: () => ({
      'ratelimit-limit': '20',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '1',
    }),
  },
  {
    name: 'RateLimit: "default";r=0;t=1',
    waitMs: 1_000,
    headersOf: () => ({ ratelimit: '"default";r=0;t=1', 'ratelimit-policy': '"default";q=20;w=1' }),
  },
];

/** What an SDK waits of its own accord, so that a coincidence is not taken for obedience. */
const ownWaits = new Map<string, Promise<number | undefined>>();

export const waitCases: Case[] = [
  ...forms.map(
    ({ name, waitMs, headersOf }): Case => ({
      group: 'Waits that the server asks for',
      name,
      pace: 'exact',
      async run(adapter, client) {
        const measure = (headers: () => Record<string, string>) =>
          gapMs(headers, (url) =>
            client.perform<'call'>({ do: 'call', url, verb: 'get' }, limitMs),
          );
        const known = ownWaits.get(adapter.package) ?? measure(() => ({}));
        ownWaits.set(adapter.package, known);
        const gaps: number[] = [];
        for (let run = 0; run < runs; run++) {
          const gap = await measure(headersOf);
          if (gap === undefined) return { text: `not repeated in ${ms(limitMs)}`, good: false };
          gaps.push(gap);
        }
        return verdict(median(gaps) - waitMs, median(gaps), await known);
      },
    }),
  ),
  {
    group: 'Waits that the server asks for',
    name: 'Retry-After: 300',
    pace: 'exact',
    async run(_adapter, client) {
      const server = await startFaultServer((_request, response) =>
        refuse(response, 429, { 'retry-after': '300' }),
      );
      const task = { do: 'call', url: server.url, verb: 'get' } as const;
      const { ended, error, ms: tookMs } = await client.perform<'call'>(task, limitMs);
      const requests = server.seen.length;
      server.close();
      if (ended !== 'rejected') return { text: `${requests}×, still waits`, good: false };
      const says = error?.retryAfterMs === 300_000;
      return {
        text: `${requests}×, fails after ${ms(tookMs)}${says ? ', says 300 s' : ''}`,
        good: requests === 1 && tookMs < 100 && says,
      };
    },
  },
];

function verdict(lateMs: number, gap: number, ownMs: number | undefined): Cell {
  const own = ownMs !== undefined && Math.abs(gap - ownMs) < toleranceMs;
  if (own) return { text: `waits ${ms(gap)} anyway`, good: false };
  if (lateMs < -2) return { text: `${ms(-lateMs)} early`, good: false };
  const late = Math.max(0, lateMs);
  return { text: `+${ms(late)}`, good: late <= toleranceMs };
}

/** From the end of the first answer to the second request; undefined when there was none. */
async function gapMs(
  headersOf: () => Record<string, string>,
  send: (url: string) => Promise<unknown>,
): Promise<number | undefined> {
  const server = await startFaultServer((_request, response, nth) => {
    if (nth > 1) return ok(response);
    // A date has whole seconds only: the answer waits until it means 800 ms.
    const untilMs = (1_200 - (Date.now() % 1_000)) % 1_000;
    setTimeout(() => refuse(response, 429, headersOf()), untilMs);
  });
  await send(server.url);
  const [first, second] = server.seen as [Seen, Seen | undefined];
  server.close();
  return second && second.atMs - (first.answeredAtMs ?? first.atMs);
}

function nextSecond(): string {
  return new Date(Math.ceil(Date.now() / 1_000) * 1_000).toUTCString();
}
