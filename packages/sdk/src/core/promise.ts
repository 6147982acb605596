import type { ParleyError } from '../errors.ts';
import { answerContext } from './attempt.ts';
import { headersOf } from './fetch.ts';
import type { RateLimit } from './headers.ts';
import type { Download } from './request.ts';
import type { Success } from './success.ts';
import { usageError } from './usage-error.ts';

/** A successful response: its data and metadata. */
export interface Answer<Data> {
  data: Data;
  status: number;
  headers: Headers;
  requestId: string | undefined;
  /** Quota of the API key after this request. */
  rateLimit: RateLimit | undefined;
  /** Number of requests that were sent, including the first. */
  attempts: number;
  idempotencyKey: string | undefined;
  /**
   * True if an earlier request had the same idempotency key, and the server returned the stored response of that one.
   */
  replayed: boolean;
}

/** A `Response` whose body can also be read with `for await`, which the types of some runtimes leave out. */
export type RawResponse = Response & { readonly body: AsyncIterable<Uint8Array> | null };

export type Safe<Data> = { ok: true; data: Data } | { ok: false; error: ParleyError };

/**
 * Promise of a call. Resolves with the data or rejects with a `ParleyError`. The request has already started,
 * also without `await`.
 */
export class ParleyPromise<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'ParleyPromise';
  declare protected readonly result: Promise<Success<Data>>;
  readonly #download: Download | undefined;

  constructor(result: Promise<Success<Data>>, download?: Download) {
    this.result = result;
    this.#download = download;
  }

  // biome-ignore lint/suspicious/noThenProperty: being awaitable is what this class is for.
  then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((error: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    // Two steps: V8 follows the handler that `await` passes only when the promise calls it directly, so that the stack
    // of an error names the caller.
    return this.#whole()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected);
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
   * Returns the data with request ID, quota, number of attempts and headers. Rejects as the call itself would.
   *
   *     const { data, requestId, rateLimit } = await parley.messages.get(id).withMeta();
   */
  withMeta(): Promise<Answer<Data>> {
    return this.#whole().then(({ data, response, rateLimit, attempts, identity }) => {
      const context = answerContext(response);
      const replayed = context.headers.get('idempotent-replayed') === 'true';
      const { idempotencyKey } = identity;
      return { data, ...context, rateLimit, attempts, idempotencyKey, replayed };
    });
  }

  /**
   * Returns the `Response` with an unread body, to pass it on or to read it yourself. Rejects as the call itself would.
   *
   * Streams a download: the memory holds only a part of the file. `deadlineMs` then ends with the first bytes, and `timeoutMs` limits each
   * wait for more. A stream that breaks off is not retried: reading it fails with a `ParleyError`.
   *
   *     const { body } = await parley.media.download(id).asResponse();
   */
  asResponse(): Promise<RawResponse> {
    if (this.#download) this.#download.isStreamed ??= true;
    return this.result.then(({ response, text }) => {
      const { status, statusText } = response;
      const headers = new Headers(headersOf(response));
      // These headers describe the bytes on the connection, which `fetch` has already decoded.
      if (headers.has('content-encoding')) {
        for (const name of ['content-encoding', 'content-length']) headers.delete(name);
      }
      // A response whose status allows no body must not have one, not even an empty one.
      return new Response(text || null, { status, statusText, headers }) as RawResponse;
    });
  }

  /**
   * Resolves with `{ ok: true, data }` or `{ ok: false, error }`. Never rejects.
   *
   *     const result = await parley.messages.get(id).safe();
   *     if (!result.ok) console.error(result.error.code);
   */
  safe(): Promise<Safe<Data>> {
    return this.#whole().then(
      ({ data }) => ({ ok: true, data }),
      (error: ParleyError) => ({ ok: false, error }),
    );
  }

  #whole(): Promise<Success<Data>> {
    const download = this.#download;
    if (!download) return this.result;
    download.isStreamed ??= false;
    if (!download.isStreamed) return this.result;
    const message = 'asResponse() streams this download: read its body.';
    return Promise.reject(usageError(message));
  }
}
