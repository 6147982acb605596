import { medianOf } from '../../median.ts';
import { type Case, type Cell, ms } from '../case.ts';
import { ok, refuse, type Seen, startFaultServer } from '../fault-server.ts';

// A 429 that says how long to wait, then a success: measures whether the SDK repeats the request at that time.

const runs = 3;
const limitMs = 15_000;
const toleranceMs = 50;
/** How much too early a second request may arrive: the clocks of two processes differ, and dates have whole seconds. */
const earlyMs = 3;

/**
 * A form of the header. Some SDKs wait about a second by default, so the server asks for two: only a difference shows
 * that the SDK obeys.
 */
interface Form {
  name: string;
  headersOf: (seconds: number) => Record<string, string>;
  /** The requested wait from now. Default: `seconds`, unless the form of the header is more exact. */
  askedMs?: () => number;
}

const forms: Form[] = [
  { name: 'Retry-After in seconds', headersOf: (seconds) => ({ 'retry-after': String(seconds) }) },
  {
    name: 'Retry-After: 0.7',
    headersOf: () => ({ 'retry-after': '0.7' }),
    askedMs: () => 700,
  },
  {
    name: 'Retry-After as a date',
    headersOf: () => ({ 'retry-after': new Date(nextSecondMs()).toUTCString() }),
    askedMs: () => nextSecondMs() - Date.now(),
  },
  {
    name: 'Retry-After-Ms: 700',
    headersOf: () => ({ 'retry-after-ms': '700' }),
    askedMs: () => 700,
  },
  {
    name: 'RateLimit-Reset',
    headersOf: (seconds) => ({
      'ratelimit-limit': '20',
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(seconds),
    }),
  },
  {
    name: 'RateLimit: "default";r=0;t=…',
    headersOf: (seconds) => ({
      ratelimit: `"default";r=0;t=${seconds}`,
      'ratelimit-policy': '"default";q=20;w=1',
    }),
  },
];

/** The default wait of each SDK, by package. */
const ownWaits = new Map<string, Promise<number | undefined>>();

export const waitCases: Case[] = [
  ...forms.map(
    (form): Case => ({
      group: 'Waits that the server asks for',
      name: form.name,
      pace: 'exact',
      async run(adapter, client) {
        const send = (url: string): Promise<unknown> =>
          client.perform<'call'>({ do: 'call', url, verb: 'get' }, limitMs);
        const asked = ownWaits.get(adapter.package) ?? gapAfter({}, send);
        ownWaits.set(adapter.package, asked);
        const ownMs = await asked;
        const seconds = ownMs !== undefined && ownMs > 700 && ownMs < 1_400 ? 2 : 1;
        const late: number[] = [];
        for (let run = 0; run < runs; run++) {
          const lateMs = await latenessOf(form, seconds, send);
          if (lateMs === undefined) return { text: 'not sent again', good: false };
          late.push(lateMs);
        }
        return verdict(late, ownMs, seconds, form);
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

function verdict(late: number[], ownMs: number | undefined, seconds: number, form: Form): Cell {
  const lateMs = medianOf(late);
  // An SDK can be right once by chance, but hardly three times.
  const obeys = late.every((each) => each >= -earlyMs && each <= 2 * toleranceMs);
  if (obeys && lateMs <= toleranceMs) {
    return { text: `+${ms(Math.max(0, lateMs))}`, good: true };
  }
  const gapMs = lateMs + (form.askedMs?.() ?? seconds * 1_000);
  const own = ownMs !== undefined && Math.abs(gapMs - ownMs) < 150;
  if (own) return { text: `waits ${ms(gapMs)}, as always`, good: false };
  return { text: lateMs < 0 ? `${ms(-lateMs)} early` : `+${ms(lateMs)}`, good: false };
}

/** Returns how much later than requested the second request arrived; undefined when there was none. */
async function latenessOf(
  { headersOf, askedMs }: Form,
  seconds: number,
  send: (url: string) => Promise<unknown>,
): Promise<number | undefined> {
  let waitMs = seconds * 1_000;
  const gapMs = await gapAfter(() => {
    waitMs = askedMs?.() ?? waitMs;
    return headersOf(seconds);
  }, send);
  return gapMs && gapMs - waitMs;
}

/** Returns the time from the end of the first response to the second request. */
async function gapAfter(
  headers: Record<string, string> | (() => Record<string, string>),
  send: (url: string) => Promise<unknown>,
): Promise<number | undefined> {
  const server = await startFaultServer((_request, response, nth) => {
    if (nth > 1) return ok(response);
    // A date has whole seconds only: the answer waits until it means about 800 ms.
    const untilMs = (1_200 - (Date.now() % 1_000)) % 1_000;
    setTimeout(() => {
      refuse(response, 429, typeof headers === 'function' ? headers() : headers);
    }, untilMs);
  });
  await send(server.url);
  const [first, second] = server.seen as [Seen, Seen | undefined];
  server.close();
  return second && second.atMs - (first.answeredAtMs ?? first.atMs);
}

function nextSecondMs(): number {
  return Math.ceil(Date.now() / 1_000) * 1_000;
}
