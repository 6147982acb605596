import type { ParleyError } from '../errors.ts';
import { answerContext } from './attempt.ts';
import { headersOf } from './fetch.ts';
import type { RateLimit } from './headers.ts';
import type { Success } from './success.ts';

/** A successful response: its data and metadata. */
export interface Answer<Data> {
  data: Data;
  status: number;
  headers: Headers;
  requestId: string | undefined;
  /** Quota after this request. */
  rateLimit: RateLimit | undefined;
  /** Number of requests that were sent, including the first. */
  attempts: number;
  idempotencyKey: string | undefined;
  /** The response is the stored one of an earlier request with this `Idempotency-Key`. */
  replayed: boolean;
}

export type Safe<Data> = { ok: true; data: Data } | { ok: false; error: ParleyError };

/**
 * Promise of a call. Resolves with the data or rejects with a `ParleyError`. The request has already started. An error
 * that is not handled is an unhandled rejection.
 */
export class ParleyPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'ParleyPromise';
  declare protected readonly result: Promise<Success<Data>>;

  constructor(result: Promise<Success<Data>>) {
    this.result = result;
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaitable is what this class is for.
  then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    const hand = onFulfilled ?? ((data: Data) => data as unknown as Fulfilled);
    return this.result.then(({ data }) => hand(data), onRejected);
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
   * Returns the data with request ID, quota, number of attempts and headers. Fails as the call does.
   *
   *     const { data, requestId, rateLimit } = await parley.messages.get(id).withMeta();
   */
  withMeta(): Promise<Answer<Data>> {
    return this.result.then(({ data, response, rateLimit, attempts, identity }) => {
      const context = answerContext(response);
      const replayed = context.headers.get('idempotent-replayed') === 'true';
      const { idempotencyKey } = identity;
      return { data, ...context, rateLimit, attempts, idempotencyKey, replayed };
    });
  }

  /**
   * Returns the `Response` with an unread body, to pass it on or to read it in another way. Fails as the call does.
   *
   *     const response = await parley.messages.get(id).asResponse();
   */
  asResponse(): Promise<Response> {
    return this.result.then(({ response, text }) => {
      const { status, statusText } = response;
      const headers = headersOf(response);
      // A status without a body may not have one, not even an empty one.
      return new Response(text || null, { status, statusText, headers });
    });
  }

  /**
   * Never rejects: `{ ok: true, data }` or `{ ok: false, error }`.
   *
   *     const result = await parley.messages.get(id).safe();
   *     if (!result.ok) console.error(result.error.code);
   */
  safe(): Promise<Safe<Data>> {
    return this.result.then(
      ({ data }) => ({ ok: true, data }),
      (error: ParleyError) => ({ ok: false, error }),
    );
  }
}
