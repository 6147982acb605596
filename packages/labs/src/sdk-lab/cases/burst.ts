import { type TokenResult, takeToken, writeRateLimit } from '@parley/contract/rate-limit';
import { type Case, times } from '../case.ts';
import { type FaultServer, ok, refuse, startFaultServer } from '../fault-server.ts';

// A hundred calls at once against a quota of twenty a second.

const calls = 100;
const quota = { limit: 20, windowSeconds: 1 };
const limitMs = 45_000;

type HeadersOf = (result: TokenResult) => Record<string, string>;

interface Kind {
  name: string;
  headersOf: HeadersOf;
  /** Requests per second that another program makes with the same quota. */
  others?: number;
  goal: { seconds?: number; refused?: number };
}

const kinds: Kind[] = [
  { name: 'RateLimit headers', headersOf: allHeaders, goal: { seconds: 5.5, refused: 0 } },
  { name: 'Retry-After only', headersOf: retryAfter, goal: { seconds: 35 } },
  { name: 'no headers', headersOf: () => ({}), goal: {} },
  {
    name: 'a quota shared with another client',
    headersOf: allHeaders,
    others: 10,
    goal: { seconds: 15 },
  },
];

export const burstCases: Case[] = kinds.map(({ name, headersOf, others, goal }) => ({
  group: '100 calls at once, 20 a second admitted',
  name,
  pace: 'burst',
  async run(_adapter, client) {
    const { server, refused, stop } = await startQuota(headersOf, others);
    const task = { do: 'burst', url: server.url, calls } as const;
    const { failed, pending, seconds } = await client.perform<'burst'>(task, limitMs);
    stop();
    const open = pending > 0 ? `, ${pending} open` : '';
    const text = `${times(refused())} 429, ${failed} failed${open}, ${seconds.toFixed(1)} s`;
    const good =
      failed + pending === 0 &&
      (goal.seconds === undefined || seconds <= goal.seconds) &&
      (goal.refused === undefined || refused() <= goal.refused);
    return { text, good };
  },
}));

async function startQuota(
  headersOf: HeadersOf,
  others: number | undefined,
): Promise<{ server: FaultServer; refused: () => number; stop: () => void }> {
  let tatMs: number | undefined;
  let refused = 0;
  const take = (): TokenResult => {
    const result = takeToken(tatMs, Date.now(), quota);
    tatMs = result.tatMs;
    return result;
  };
  const server = await startFaultServer((_request, response) => {
    const result = take();
    if (result.admitted) return ok(response, headersOf(result));
    refused += 1;
    refuse(response, 429, headersOf(result));
  });
  const other = others === undefined ? undefined : setInterval(take, 1_000 / others);
  const stop = (): void => {
    clearInterval(other);
    server.close();
  };
  return { server, refused: () => refused, stop };
}

/** Returns rate limit headers in every format that the SDKs read, such as GitHub's seconds since 1970. */
function allHeaders(result: TokenResult): Record<string, string> {
  const { limit, remaining, resetSeconds } = result.rateLimit;
  return {
    ...writeRateLimit(result.rateLimit),
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1_000 + resetSeconds)),
    ...retryAfter(result),
  };
}

function retryAfter({ admitted, retryAfterSeconds }: TokenResult): Record<string, string> {
  return admitted ? {} : { 'retry-after': String(retryAfterSeconds) };
}
