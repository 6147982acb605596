import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { inTime } from '../in-time.ts';
import { type Embedder, EmbeddingError } from './embedder.ts';
import { Pause } from './pause.ts';
import { shortened } from './shortened.ts';

export interface RerankerOptions {
  /** How long a search waits for the vectors, in milliseconds. */
  readonly budgetMs: number;
  readonly log: Pick<Logger, 'warn'>;
  now?(): number;
  /** Starts a timer that calls `work` after `ms`. Returns a function that stops it. */
  startTimer?(work: () => void, ms: number): () => void;
}

const cacheBytes = 64 * 1_048_576;

/** Orders chunks by their similarity to a question. If it fails, the search keeps the order by words. */
export class Reranker {
  readonly #embedder: Embedder;
  readonly #budgetMs: number;
  readonly #log: RerankerOptions['log'];
  readonly #startTimer: RerankerOptions['startTimer'];
  readonly #pause: Pause;
  /** The length of the vectors in the cache. */
  #length: number | undefined;
  readonly #vectors = new LRUCache<string, Float32Array>({
    maxSize: cacheBytes,
    sizeCalculation: (vector, key) => vector.byteLength + key.length,
  });

  constructor(embedder: Embedder, options: RerankerOptions) {
    const { budgetMs, log, now = () => performance.now(), startTimer } = options;
    this.#embedder = embedder;
    this.#budgetMs = budgetMs;
    this.#log = log;
    this.#startTimer = startTimer;
    this.#pause = new Pause(now, budgetMs);
  }

  /**
   * Returns the indexes of the texts in `passages`, the most similar first; undefined if there are no
   * vectors, or if they do not arrive in time.
   */
  async rank(
    tenantId: string,
    q: string,
    passages: readonly string[],
  ): Promise<readonly number[] | undefined> {
    const texts = [q, ...passages].map(shortened);
    const keys = texts.map((text) => this.#keyOf(tenantId, text));
    const known = new Map<string, Float32Array>();
    const missing = new Map<string, string>();
    keys.forEach((key, place) => {
      const vector = this.#vectors.get(key);
      if (vector) known.set(key, vector);
      else missing.set(key, texts[place] ?? '');
    });
    if (missing.size > 0) {
      const fetched = await this.#fetch(missing);
      if (!fetched) return undefined;
      for (const [key, vector] of fetched) known.set(key, vector);
    }
    const [asked, ...found] = keys.map((key) => known.get(key) ?? new Float32Array());
    const near = found.map((vector) => dot(vector, asked ?? vector));
    return near.map((_, place) => place).sort((a, b) => (near[b] ?? 0) - (near[a] ?? 0) || a - b);
  }

  close(): Promise<void> {
    return this.#embedder.close();
  }

  /**
   * Returns the cache key of a text. Tenants share no vectors: otherwise the response time could reveal the texts of
   * another tenant.
   */
  #keyOf(tenantId: string, text: string): string {
    const parts = [tenantId, this.#embedder.model, text];
    return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  }

  #fetch(
    missing: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, Float32Array> | undefined> {
    const round = this.#pause.begin();
    if (round === undefined) return Promise.resolve(undefined);
    const answer = this.#ask(missing).then(
      (vectors) => {
        this.#pause.succeeded(round);
        return vectors;
      },
      (error: unknown) => {
        this.#note(round, error);
        return undefined;
      },
    );
    const late = () => {
      this.#note(round, new EmbeddingError(`no answer within ${this.#budgetMs} ms`));
      return undefined;
    };
    return inTime(answer, this.#budgetMs, late, this.#startTimer);
  }

  /** Requests the vectors and caches them, even if they arrive after the caller stopped waiting. */
  async #ask(missing: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, Float32Array>> {
    const vectors = (await this.#embedder.embed([...missing.values()])).map(unit);
    this.#length ??= vectors[0]?.length;
    if (vectors.some((vector) => vector.length !== this.#length)) {
      // The provider now uses another model under this name, so the cached vectors cannot be compared with the new
      // ones.
      this.#vectors.clear();
      this.#length = undefined;
      throw new EmbeddingError('the vectors differ in length');
    }
    const keyed = [...missing.keys()].map((key, place) => [key, vectors[place]] as const);
    const found = new Map<string, Float32Array>();
    for (const [key, vector] of keyed) {
      if (!vector) throw new EmbeddingError('a vector is missing');
      this.#vectors.set(key, vector);
      found.set(key, vector);
    }
    return found;
  }

  #note(round: number, error: unknown): void {
    const wantedMs = error instanceof EmbeddingError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
    const pauseMs = this.#pause.failed(round, wantedMs);
    if (pauseMs === undefined) return;
    const reason = error instanceof EmbeddingError ? { reason: error.message } : { err: error };
    this.#log.warn({ ...reason, pauseMs }, 'no embeddings: searches use words only');
  }
}

/** Returns the vector with length 1. Throws an EmbeddingError for a zero vector. */
function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  if (!Number.isFinite(length) || length === 0) {
    throw new EmbeddingError('a vector has no direction');
  }
  return vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < a.length; place += 1) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}
