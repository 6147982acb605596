import type { ParleyError } from '../errors.ts';
import type { RateLimit } from './headers.ts';

/** A success with what came beside the data. */
export interface Answer<Data> {
  data: Data;
  status: number;
  headers: Headers;
  requestId: string | undefined;
  /** The quota after this request. */
  rateLimit: RateLimit | undefined;
  /** Requests that were sent, the first included. */
  attempts: number;
  idempotencyKey: string | undefined;
  /** The server had done this before and answered from memory. */
  replayed: boolean;
}

export type Safe<Data> = { ok: true; data: Data } | { ok: false; error: ParleyError };

export type Settled<Data> = { ok: true; answer: Answer<Data> } | { ok: false; error: ParleyError };

/**
 * The promise of a call: the data, or a `ParleyError`. The request is on its way already. When nobody awaits
 * it, a failure is dropped: it never ends the process as an unhandled rejection.
 */
export class ParleyPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'ParleyPromise';
  protected readonly settled: Promise<Settled<Data>>;

  constructor(settled: Promise<Settled<Data>>) {
    this.settled = settled;
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaitable is what this class is for.
  then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.settled.then((result) => dataOf(result)).then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Data | Rejected> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.then().finally(onFinally);
  }

  /** The data with request id, quota, attempts and headers. */
  withMeta(): Promise<Answer<Data>> {
    const answer = this.settled.then((result) => {
      if (result.ok) return result.answer;
      throw result.error;
    });
    answer.catch(() => undefined);
    return answer;
  }

  /** Never rejects: `{ ok: true, data }` or `{ ok: false, error }`. */
  safe(): Promise<Safe<Data>> {
    return this.settled.then((result) =>
      result.ok ? { ok: true, data: result.answer.data } : result,
    );
  }
}

export function dataOf<Data>(result: Settled<Data>): Data {
  if (result.ok) return result.answer.data;
  throw result.error;
}
