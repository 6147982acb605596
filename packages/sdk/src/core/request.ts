import type { Route } from './call.ts';
import { Caller } from './caller.ts';
import { misuse } from './misuse.ts';
import type { RequestOptions } from './options.ts';
import { ParleyPromise, type Settled } from './promise.ts';

/** A request to an endpoint that this SDK has no method for. */
export interface RawRequest extends RequestOptions {
  method: Route<unknown>['method'];
  /** In full, such as `/api/v1/messages`. */
  path: string;
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
}

/** What the resources of a whole client speak to. */
export class Transport extends Caller {
  raw<Data>(request: RawRequest): ParleyPromise<Data> {
    return new ParleyPromise(this.#sendRaw<Data>(request));
  }

  async #sendRaw<Data>(request: RawRequest): Promise<Settled<Data>> {
    const { path, method, query, body, ...options } = Object(request) as RawRequest;
    // A slash first: whatever else follows, it stays behind the host.
    if (!/^\/(?!\/)[^?#\\]*$/.test(path)) {
      const error = misuse('path must be like /api/v1/messages, without a query.');
      return { ok: false, error };
    }
    // Who names the effect knows that the endpoint heeds the name.
    const dedupes = method === 'POST' && options.idempotencyKey !== undefined;
    return this.send({ method, path, dedupes, empty: null }, { query, body }, options, path);
  }
}
