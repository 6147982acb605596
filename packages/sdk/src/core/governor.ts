import { type Stopped, within } from './deadline.ts';
import type { RateLimit } from './headers.ts';
import { longestWaitMs } from './retry.ts';

const widthUntilKnown = 8;
const maxWidth = 64;
/** Servers are wrong about long waits: within one, a request is let through this often to see. */
const probeMs = 5 * 60_000;

/** What a finished request tells the governor; undefined fields where there was no answer or no such header. */
export interface Report {
  /** By what knows of the quota: not by a 5xx. */
  answered: boolean;
  /** A 429: nothing is sent for this long. */
  pauseMs?: number | undefined;
  rateLimit?: RateLimit | undefined;
}

/** The quota will not be back in time; wait this long. */
export class TooLong {
  readonly retryAfterMs: number;
  constructor(retryAfterMs: number) {
    this.retryAfterMs = retryAfterMs;
  }
}

/** A ticket, or why there is none. */
export type Entry = number | TooLong | Stopped;

interface Waiter {
  start(ticket: number): void;
  refuse(retryAfterMs: number): void;
  giveUpAt: number;
  gone: boolean;
}

/**
 * Keeps all calls of one API key within its quota: never more requests in flight than the server said it
 * would admit, none while it would admit none, and then one to see. First come, first served; a call
 * that was refused goes before those that have not been sent yet.
 */
export class Governor {
  readonly #now: () => number;
  readonly #first: Waiter[] = [];
  readonly #then: Waiter[] = [];
  #inFlight = 0;
  #width = widthUntilKnown;
  #resumeAt = 0;
  /** Within a long pause: when one request may go to see. */
  #probeAt = 0;
  /** Requests sent so far: the ticket of the next one. */
  #sent = 0;
  /** The newest known width holds for everything sent before this ticket. */
  #asOf = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Nothing in flight, nobody waiting, no pause to remember. */
  get idle(): boolean {
    return this.#inFlight === 0 && this.#waiting() === undefined && this.#now() >= this.#resumeAt;
  }

  /** A ticket at once, or undefined: then `enter`. */
  tryEnter(): number | undefined {
    return this.#open() && this.#waiting() === undefined ? this.#take() : undefined;
  }

  /** Waits for a ticket; `again` for a call that was sent before. Hand the ticket back with `leave`. */
  enter(again: boolean, waitMs: number, signal: AbortSignal | undefined): Promise<Entry> {
    return within<number | TooLong>(waitMs, signal, (done) => {
      const waiter: Waiter = {
        start: done,
        refuse: (retryAfterMs) => done(new TooLong(retryAfterMs)),
        giveUpAt: this.#now() + waitMs,
        gone: false,
      };
      (again ? this.#first : this.#then).push(waiter);
      this.#refuseIfHopeless(waiter);
      this.#drain();
      return () => {
        waiter.gone = true;
        this.#drain();
      };
    });
  }

  leave(ticket: number, { answered, pauseMs, rateLimit }: Report): void {
    this.#inFlight -= 1;
    const { remaining, resetSeconds } = rateLimit ?? {};
    // Sent within the pause and let in: the pause is over.
    if (answered && ticket >= this.#asOf) this.#resumeAt = this.#probeAt = 0;
    if (pauseMs !== undefined) this.#pause(pauseMs);
    else if (remaining === 0) this.#pause(Math.max(1, resetSeconds ?? 1) * 1000);
    else if (remaining !== undefined) this.#learn(ticket, Math.min(maxWidth, remaining));
    else if (answered)
      this.#learn(ticket, Math.max(this.#width, Math.min(widthUntilKnown, this.#width + 1)));
    this.#drain();
  }

  // Answers overtake each other. A larger width counts only from a request that was sent after the
  // smaller one was known: then the quota has really grown.
  #learn(ticket: number, width: number): void {
    if (width >= this.#width && ticket < this.#asOf) return;
    if (width < this.#width) this.#asOf = this.#sent;
    this.#width = width;
  }

  #pause(ms: number): void {
    this.#width = 1;
    this.#asOf = this.#sent;
    this.#resumeAt = Math.max(this.#resumeAt, this.#now() + ms);
    this.#holdBack();
    for (const waiter of [...this.#first, ...this.#then]) this.#refuseIfHopeless(waiter);
  }

  #open(): boolean {
    return this.#inFlight < this.#width && this.#now() >= this.#probeAt;
  }

  #take(): number {
    this.#inFlight += 1;
    this.#sent += 1;
    this.#holdBack();
    return this.#sent - 1;
  }

  #holdBack(): void {
    this.#probeAt = Math.min(this.#resumeAt, this.#now() + probeMs);
  }

  #waiting(): Waiter[] | undefined {
    for (const queue of [this.#first, this.#then]) {
      while (queue[0]?.gone) queue.shift();
      if (queue.length > 0) return queue;
    }
    return undefined;
  }

  #drain(): void {
    clearTimeout(this.#timer);
    let queueLeft = this.#waiting();
    for (; queueLeft && this.#open(); queueLeft = this.#waiting()) {
      const waiter = queueLeft.shift();
      if (!waiter) continue;
      waiter.gone = true;
      waiter.start(this.#take());
    }
    const pauseMs = this.#probeAt - this.#now();
    if (queueLeft && pauseMs > 0) this.#timer = setTimeout(() => this.#drain(), Math.ceil(pauseMs));
  }

  #refuseIfHopeless(waiter: Waiter): void {
    const pauseMs = this.#resumeAt - this.#now();
    const patienceMs = waiter.giveUpAt - this.#now();
    // The one that goes to see need not wait.
    if (waiter.gone || this.#open() || pauseMs <= Math.min(patienceMs, longestWaitMs)) return;
    waiter.gone = true;
    waiter.refuse(pauseMs);
  }
}

type Fetch = typeof globalThis.fetch;
const governors = new WeakMap<Fetch, Map<string, Governor>>();
const byDefaultFetch = new Map<string, Governor>();
const keptGovernors = 1_000;

/** One governor per server and key, however many clients are made for them. */
export function governorFor(fetch: Fetch | undefined, baseUrl: string, apiKey: string): Governor {
  const id = `${baseUrl} ${apiKey}`;
  const registry = registryOf(fetch);
  const known = registry.get(id);
  if (known) return known;
  if (registry.size >= keptGovernors) {
    for (const [key, governor] of registry) if (governor.idle) registry.delete(key);
  }
  const governor = new Governor();
  registry.set(id, governor);
  return governor;
}

// An injected fetch leads to another world, such as a mock of one test: what was learnt there stays there.
function registryOf(fetch: Fetch | undefined): Map<string, Governor> {
  if (!fetch) return byDefaultFetch;
  const registry = governors.get(fetch) ?? new Map<string, Governor>();
  governors.set(fetch, registry);
  return registry;
}
