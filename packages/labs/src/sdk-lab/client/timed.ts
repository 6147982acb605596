import { inspect } from 'node:util';
import type { CallResult, ErrorFacts } from '../protocol.ts';

/** Returns how a call ends, or that it has not ended after `limitMs`. */
export async function timed(
  work: () => Promise<unknown>,
  limitMs: number,
  mention?: string,
): Promise<CallResult> {
  const startedAt = performance.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<CallResult>((resolve) => {
    const ended = 'pending';
    timer = setTimeout(() => resolve({ ended, ms: limitMs, error: undefined }), limitMs);
  });
  const end = begin(work).then(
    (): CallResult => ({
      ended: 'resolved',
      ms: performance.now() - startedAt,
      error: undefined,
    }),
    (error: unknown): CallResult => ({
      ended: 'rejected',
      ms: performance.now() - startedAt,
      error: factsOf(error, mention),
    }),
  );
  const result = await Promise.race([end, tooLong]);
  clearTimeout(timer);
  return result;
}

// A call that throws before there is a promise fails like every other.
async function begin(work: () => Promise<unknown>): Promise<unknown> {
  return await work();
}

export function factsOf(error: unknown, mention?: string): ErrorFacts {
  const shown = inspect(error, { depth: 6 });
  if (!(error instanceof Error)) {
    const mentions = mention !== undefined && shown.includes(mention);
    return {
      className: typeof error,
      typed: false,
      message: shown.slice(0, 200),
      outcome: undefined,
      retryAfterMs: undefined,
      mentions,
    };
  }
  const { outcome } = error as { outcome?: string };
  return {
    className: error.constructor.name === 'Error' ? error.name : error.constructor.name,
    typed: isTyped(error),
    message: error.message.slice(0, 200),
    outcome,
    retryAfterMs: retryAfterMsOf(error, shown),
    mentions: mention !== undefined && shown.includes(mention),
  };
}

/** Returns whether an error has a class of the SDK, and not of the language or the platform. */
export function isTyped(error: Error): boolean {
  const { name } = error.constructor;
  return !(name in globalThis) && !['AbortError', 'NodeError'].includes(name);
}

// A field of the error, or the header that the error contains: both tell the caller how long to wait.
function retryAfterMsOf(error: Error, shown: string): number | undefined {
  const { retryAfterMs, retryAfter } = error as { retryAfterMs?: number; retryAfter?: number };
  if (typeof retryAfterMs === 'number') return retryAfterMs;
  if (typeof retryAfter === 'number') return retryAfter * 1_000;
  const header = /'retry-after':\s*(?:\{[^}]*value: )?'(\d+)'/.exec(shown)?.[1];
  return header === undefined ? undefined : Number(header) * 1_000;
}
