import type { ParleyError } from '../errors.ts';
import { answerContext } from './attempt.ts';
import type { Identity } from './call.ts';
import type { RateLimit } from './headers.ts';
import { unheard } from './unheard.ts';

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

/** How a call ended; what `withMeta` tells is worked out when it is asked for. */
export type Settled<Data> = Success<Data> | { ok: false; error: ParleyError };

export interface Success<Data> {
  ok: true;
  data: Data;
  response: Response;
  rateLimit: RateLimit | undefined;
  attempts: number;
  identity: Identity;
}

/**
 * The promise of a call: the data, or a `ParleyError`. The request is on its way already. When nobody awaits
 * it, a failure is dropped: it never ends the process as an unhandled rejection.
 */
export class ParleyPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'ParleyPromise';
  declare protected readonly settled: Promise<Settled<Data>>;

  constructor(settled: Promise<Settled<Data>>) {
    this.settled = settled;
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaitable is what this class is for.
  then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.settled.then(dataOf).then(onFulfilled, onRejected);
  }

  catch<Rejected = never>(
    onRejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Data | Rejected> {
    return this.then(undefined, onRejected);
  }

  finally(onFinally?: (() => void) | null): Promise<Data> {
    return this.then().finally(onFinally);
  }

  /**
   * The data with request id, quota, attempts and headers. Fails as the call does.
   *
   *     const { data, requestId, rateLimit } = await parley.messages.get(id).withMeta();
   */
  withMeta(): Promise<Answer<Data>> {
    return unheard(this.settled.then(answerOf));
  }

  /**
   * Never rejects: `{ ok: true, data }` or `{ ok: false, error }`.
   *
   *     const result = await parley.messages.get(id).safe();
   *     if (!result.ok) console.error(result.error.code);
   */
  safe(): Promise<Safe<Data>> {
    return this.settled.then((result) => (result.ok ? { ok: true, data: result.data } : result));
  }
}

export function dataOf<Data>(result: Settled<Data>): Data {
  return successOf(result).data;
}

function successOf<Data>(result: Settled<Data>): Success<Data> {
  if (result.ok) return result;
  throw result.error;
}

function answerOf<Data>(result: Settled<Data>): Answer<Data> {
  const { response, identity, ok: _, ...success } = successOf(result);
  const { idempotencyKey } = identity;
  const replayed = response.headers.get('idempotent-replayed') === 'true';
  return { ...success, idempotencyKey, ...answerContext(response), replayed };
}
