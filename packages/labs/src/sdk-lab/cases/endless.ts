import { type Case, ms, times } from '../case.ts';
import { type Fault, refuse, type Seen, startFaultServer } from '../fault-server.ts';
import type { CallResult, Verb } from '../protocol.ts';

// A server that always fails: counts the requests, measures the time, and checks whether a POST could take effect
// twice.

// Eight waits of up to 8 s, which ours may make, are over by then.
const limitMs = 45_000;

const faults: { name: string; fault: Fault }[] = [
  {
    name: '429, Retry-After: 1',
    fault: (_request, response) => refuse(response, 429, { 'retry-after': '1' }),
  },
  { name: '429', fault: (_request, response) => refuse(response, 429) },
  { name: '500', fault: (_request, response) => refuse(response, 500) },
  { name: '503', fault: (_request, response) => refuse(response, 503) },
];

export const endlessCases: Case[] = faults.flatMap(({ name, fault }) =>
  (['get', 'post'] as const).map(
    (verb): Case => ({
      group: 'A server that fails for ever',
      name: `${name} on ${verb.toUpperCase()}`,
      pace: 'waiting',
      async run(_adapter, client) {
        const server = await startFaultServer(fault);
        const task = { do: 'call', url: server.url, verb } as const;
        const result = await client.perform<'call'>(task, limitMs);
        const { seen } = server;
        server.close();
        // A request that is refused because of the quota has no effect, however often it is sent.
        const asked = name.startsWith('429') ? 'get' : verb;
        return { ...described(result, seen, asked), outcomes: outcomesOf(result) };
      },
    }),
  ),
);

/**
 * Returns a text such as `4× in 3.1 s, ServerError`. For a POST, it also says how often the request may have had an
 * effect.
 */
export function described(
  { ended, ms: tookMs, error }: CallResult,
  seen: Seen[],
  verb: Verb,
): { text: string; good: boolean | undefined } {
  const took = `${times(seen.length)} in ${ms(tookMs)}`;
  if (ended === 'resolved') return { text: `${took}, SUCCESS`, good: false };
  const effects = verb === 'post' ? effectsOf(seen) : 0;
  const danger = effects > 1 ? `, may act ${times(effects)}` : '';
  if (ended === 'pending') return { text: `${took}, goes on${danger}`, good: goesOn(effects) };
  const good = effects > 1 ? false : error?.typed;
  return { text: `${took}, ${error?.className}${danger}`, good };
}

// The number of retries is a choice of the SDK, so it gets no verdict. A second effect does.
function goesOn(effects: number): boolean | undefined {
  return effects > 1 ? false : undefined;
}

/** Returns how many effects the requests have: one for each idempotency key, and one for each request without a key. */
export function effectsOf(seen: Seen[]): number {
  const keys = seen.map(({ headers }, index) => headers['idempotency-key'] ?? index);
  return new Set(keys).size;
}

export function outcomesOf({ ended, error }: CallResult): { known: number; failures: number } {
  return { known: error?.outcome ? 1 : 0, failures: ended === 'rejected' ? 1 : 0 };
}
