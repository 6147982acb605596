/** How many messages a provider accepts from an account, or how many requests from an app. */
export interface Limits {
  readonly perSecond: number;
  readonly perMinute?: number;
  /** The limit for one recipient: a bucket of `burst` messages, which gets one back every `spacingMs`. */
  readonly pair?: { readonly burst: number; readonly spacingMs: number } | undefined;
}

export interface Measured {
  /** The maximum number of messages accepted within a second. */
  mostPerSecond: number;
  /** The shortest time between two messages to one recipient; null when no recipient got two. */
  leastPairMs: number | null;
  /**
   * The maximum number of messages of one recipient's burst that were in use at once. A message above `burst` is
   * refused.
   */
  mostBorrowed: number;
  /** The number of requests refused because of each limit. */
  refused: { rate: number; pair: number };
}

/** Counts the messages of an account, and tells when they exceed a limit. */
export class Meter {
  readonly #limits: Limits;
  readonly #recent: number[] = [];
  readonly #pairs = new Map<string, { lastMs: number; level: number }>();
  readonly measured: Measured = {
    mostPerSecond: 0,
    leastPairMs: null,
    mostBorrowed: 0,
    refused: { rate: 0, pair: 0 },
  };

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** Counts a message to a recipient. Returns the limit that it exceeds, or `taken`. */
  take(to: string, nowMs: number): 'taken' | 'rate' | 'pair' {
    const recent = this.#recent;
    while (recent.length > 0 && nowMs - (recent[0] ?? 0) >= 60_000) recent.shift();
    const { perSecond, perMinute = Number.POSITIVE_INFINITY } = this.#limits;
    const earlier = recent.findLastIndex((at) => nowMs - at >= 1_000) + 1;
    const inSecond = recent.length - earlier;
    if (inSecond >= perSecond || recent.length >= perMinute) return this.#refuse('rate');
    const pair = this.#pairs.get(to);
    const level = pair ? this.#levelOf(pair, nowMs) : 0;
    const { burst = Number.POSITIVE_INFINITY } = this.#limits.pair ?? {};
    if (level + 1 > burst) return this.#refuse('pair');
    this.#pairs.set(to, { lastMs: nowMs, level: level + 1 });
    recent.push(nowMs);
    const { measured } = this;
    measured.mostBorrowed = Math.max(measured.mostBorrowed, level + 1);
    measured.mostPerSecond = Math.max(measured.mostPerSecond, inSecond + 1);
    if (pair) {
      const gapMs = nowMs - pair.lastMs;
      measured.leastPairMs = Math.min(measured.leastPairMs ?? gapMs, gapMs);
    }
    return 'taken';
  }

  #levelOf({ lastMs, level }: { lastMs: number; level: number }, nowMs: number): number {
    const { spacingMs } = this.#limits.pair ?? { spacingMs: 1 };
    return Math.max(0, level - (nowMs - lastMs) / spacingMs);
  }

  #refuse(limit: 'rate' | 'pair'): 'rate' | 'pair' {
    this.measured.refused[limit] += 1;
    return limit;
  }
}
