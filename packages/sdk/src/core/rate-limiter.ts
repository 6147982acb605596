import type { Fetch } from './fetch.ts';
import type { RateLimit } from './headers.ts';
import { longestWaitMs } from './retry.ts';
import { type Stopped, withTimeLimit } from './time-limit.ts';

const widthUntilKnown = 8;
const maxWidth = 64;
/**
 * The interval in milliseconds at which one call tests, during a long wait, whether the wait is over. Some servers
 * request a longer wait than necessary.
 */
const probeMs = 5 * 60_000;

/**
 * The facts about a finished request that `leave` passes to the limiter. `rateLimit` is undefined without a response,
 * and for a response without `RateLimit` headers.
 */
export interface Report {
  /** Whether the response shows the state of the quota. A 5xx response does not. */
  answered: boolean;
  /** After a 429: milliseconds during which no call is sent. */
  pauseMs?: number | undefined;
  rateLimit?: RateLimit | undefined;
}

/**
 * The reason why a call gets no ticket: the quota is used up for longer than the call can wait. `waiting` other calls
 * waited with it, and after `retryAfterMs` the quota has admitted them.
 */
export interface QuotaUsedUp {
  retryAfterMs: number;
  waiting: number;
}

/** The result of asking to send: a ticket (a number) for a request that may be sent now, or the reason for none. */
export type Admission = number | QuotaUsedUp | Stopped;

interface Waiter {
  end(admission: number | QuotaUsedUp): void;
  giveUpAt: number;
}

/**
 * Keeps all calls of one API key within its quota. At most as many requests are in flight as the server admits. While
 * the quota is used up, none is sent; then one tests it. Calls are sent in order; a call that the server refused goes
 * before calls that were not sent yet.
 */
export class RateLimiter {
  readonly #retries = new Set<Waiter>();
  readonly #queue = new Set<Waiter>();
  #inFlight = 0;
  #width = widthUntilKnown;
  #resumeAt = 0;
  /** During a long pause: the time from which one call may test whether the pause is over. */
  #probeAt = 0;
  /** The number of requests sent so far. It is also the next ticket: tickets number the requests from 0. */
  #sent = 0;
  /**
   * The ticket of the first request that is sent after the newest limit was known. Responses to earlier tickets show an
   * older limit.
   */
  #asOf = 0;
  #quota: RateLimit | undefined;
  /** The earliest time at which a waiting call gives up, in milliseconds. */
  #firstGiveUpAt = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** True when no request is in flight, no call waits and no pause runs: the limiter can be dropped. */
  get idle(): boolean {
    return this.#inFlight === 0 && this.waiting === 0 && performance.now() >= this.#resumeAt;
  }

  /** The number of calls that wait to be sent. */
  get waiting(): number {
    return this.#retries.size + this.#queue.size;
  }

  /** Milliseconds until the quota admits this number of calls; undefined while that is unknown. */
  queueMs(calls: number): number | undefined {
    const { limit, windowSeconds = 0 } = this.#quota ?? {};
    return limit && Math.ceil((calls * windowSeconds * 1000) / limit);
  }

  /** Returns a ticket without waiting, or undefined: then call `enter`. Return each ticket with `leave`. */
  tryEnter(): number | undefined {
    return this.waiting === 0 && this.#isOpen() ? this.#take() : undefined;
  }

  /**
   * Waits until the quota admits a call, at most `maxMs`. With `isRetry`, the call was sent before, so it goes first.
   * Calls `onWait` unless the call is admitted or refused at once.
   */
  enter(
    isRetry: boolean,
    maxMs: number,
    signal: AbortSignal | undefined,
    onWait: () => void,
  ): Promise<Admission> {
    return withTimeLimit<number | QuotaUsedUp>(maxMs, signal, (done) => {
      const queue = isRetry ? this.#retries : this.#queue;
      const end = (admission: number | QuotaUsedUp): void => {
        queue.delete(waiter);
        done(admission);
      };
      const waiter: Waiter = { end, giveUpAt: performance.now() + maxMs };
      queue.add(waiter);
      this.#firstGiveUpAt = Math.min(this.#firstGiveUpAt, waiter.giveUpAt);
      this.#refuseHopeless();
      this.#drain();
      if (queue.has(waiter)) onWait();
      return () => {
        queue.delete(waiter);
        this.#drain();
      };
    });
  }

  leave(ticket: number, { answered, pauseMs, rateLimit }: Report): void {
    this.#inFlight -= 1;
    this.#quota = rateLimit ?? this.#quota;
    const { remaining, resetSeconds } = rateLimit ?? {};
    // This request was sent during the pause and admitted, so the pause is over.
    if (answered && ticket >= this.#asOf) this.#resumeAt = this.#probeAt = 0;
    if (pauseMs !== undefined) this.#pause(pauseMs);
    else if (remaining === 0) this.#pause(Math.max(1, resetSeconds ?? 1) * 1000);
    else if (remaining !== undefined) this.#learn(ticket, Math.min(maxWidth, remaining));
    else if (answered)
      this.#learn(ticket, Math.max(this.#width, Math.min(widthUntilKnown, this.#width + 1)));
    this.#drain();
  }

  // Responses may arrive in another order than requests were sent. A larger width is used only if its request was sent
  // after the smaller one was known: then the quota has really grown.
  #learn(ticket: number, width: number): void {
    if (width >= this.#width && ticket < this.#asOf) return;
    if (width < this.#width) this.#asOf = this.#sent;
    this.#width = width;
  }

  #pause(ms: number): void {
    this.#width = 1;
    this.#asOf = this.#sent;
    this.#resumeAt = Math.max(this.#resumeAt, performance.now() + ms);
    this.#holdBack();
    this.#refuseHopeless();
  }

  #isOpen(): boolean {
    return this.#inFlight < this.#width && performance.now() >= this.#probeAt;
  }

  #take(): number {
    this.#inFlight += 1;
    this.#sent += 1;
    this.#holdBack();
    return this.#sent - 1;
  }

  #holdBack(): void {
    this.#probeAt = Math.min(this.#resumeAt, performance.now() + probeMs);
  }

  #drain(): void {
    clearTimeout(this.#timer);
    while (this.waiting > 0 && this.#isOpen()) {
      const [next] = this.#retries.size > 0 ? this.#retries : this.#queue;
      next?.end(this.#take());
    }
    const pauseMs = this.#probeAt - performance.now();
    if (this.waiting > 0 && pauseMs > 0)
      this.#timer = setTimeout(() => this.#drain(), Math.ceil(pauseMs));
  }

  /**
   * Rejects the waiting calls that would have to give up before the pause ends. Rejects all of them when the pause is
   * longer than a minute.
   */
  #refuseHopeless(): void {
    const pauseMs = this.#resumeAt - performance.now();
    const isLong = pauseMs > longestWaitMs;
    // The call that tests the quota need not wait.
    if (this.#isOpen() || !(isLong || this.#resumeAt > this.#firstGiveUpAt)) return;
    this.#firstGiveUpAt = Number.POSITIVE_INFINITY;
    // Counted before the first call is removed, so that the wait covers all calls that are rejected together.
    const waiting = this.waiting - 1;
    const retryAfterMs = Math.max(Math.ceil(pauseMs), this.queueMs(waiting) ?? 0);
    for (const waiter of [...this.#retries, ...this.#queue]) {
      if (isLong || this.#resumeAt > waiter.giveUpAt) waiter.end({ retryAfterMs, waiting });
      else this.#firstGiveUpAt = Math.min(this.#firstGiveUpAt, waiter.giveUpAt);
    }
  }
}

const limiters = new WeakMap<object, Map<string, RateLimiter>>();
const keptLimiters = 1_000;

/** Stands for the global `fetch`, even if it is replaced later. */
const globalFetch = {};
const functionIds = new WeakMap<object, string>();

/**
 * Returns the rate limiter for this `fetch` function, server and key. Clients for which all three are the
 * same share it. If the API key comes from a function, that function identifies the key.
 */
export function rateLimiterFor(
  fetch: Fetch | undefined,
  baseUrl: string,
  apiKey: string | (() => unknown),
): RateLimiter {
  // An injected `fetch` may lead to another server, such as the mock of one test, so it has a separate limiter.
  const world = fetch ?? globalFetch;
  const registry = limiters.get(world) ?? new Map<string, RateLimiter>();
  limiters.set(world, registry);
  const id = `${baseUrl} ${typeof apiKey === 'string' ? apiKey : idOf(apiKey)}`;
  const known = registry.get(id);
  if (known) return known;
  if (registry.size >= keptLimiters) {
    for (const [key, limiter] of registry) if (limiter.idle) registry.delete(key);
  }
  const limiter = new RateLimiter();
  registry.set(id, limiter);
  return limiter;
}

/** Returns an ID for a function that returns API keys. The ID contains a space, so it never equals an API key. */
function idOf(source: object): string {
  const id = functionIds.get(source) ?? `function ${crypto.randomUUID()}`;
  functionIds.set(source, id);
  return id;
}
