import type { ParleyError } from '../errors.ts';
import type { Config } from './config.ts';
import type { RequestOptions } from './options.ts';
import { PagePromise } from './pages.ts';
import { ParleyPromise } from './promise.ts';
import type { Input, Route } from './request.ts';
import { send } from './send.ts';
import type { Page } from './success.ts';
import { show, usageError } from './usage-error.ts';

/** A request to an endpoint that this SDK has no method for. */
export interface RawRequest extends RequestOptions {
  method: Route['method'];
  /** The full path, such as `/api/v1/messages`. */
  path: string;
  query?: object | undefined;
  /** A value that is sent as JSON. `fetch` refuses a body with `GET`. */
  body?: unknown;
}

/** Sends the requests of all resources of one client. */
export class Transport {
  readonly #config: Config;

  constructor(config: Config) {
    this.#config = config;
  }

  call<Data>(route: Route, input: Input, options: RequestOptions = {}): ParleyPromise<Data> {
    if (route.bytes !== 'response')
      return new ParleyPromise(send(this.#config, route, input, options));
    const download = { isStreamed: undefined };
    return new ParleyPromise(send(this.#config, route, { ...input, download }, options), download);
  }

  list<Item, More = unknown>(
    route: Route,
    input: Input,
    options: RequestOptions = {},
  ): PagePromise<Item, More> {
    // A copy: later changes by the caller do not affect the next pages.
    const query: { cursor?: string } = { ...input.query };
    const fixed = { ...options };
    return new PagePromise(
      (cursor, signal) =>
        send<Page<Item> & More>(
          this.#config,
          route,
          { ...input, query: { ...query, cursor }, paged: true },
          { ...fixed, signal },
        ),
      query.cursor,
      fixed.signal,
    );
  }

  /** Returns a call that fails with this error without sending a request. */
  fail(error: ParleyError, isPaged: boolean): ParleyPromise<unknown> {
    const failed = () => Promise.reject(error);
    return isPaged ? new PagePromise(failed) : new ParleyPromise(failed());
  }

  request<Data>(request: RawRequest): ParleyPromise<Data> {
    const { path, method, query, body, ...options } = Object(request) as RawRequest;
    // The path must start with one slash: then it cannot change the host. A URL removes segments of dots.
    if (!/^(?!\/\/|.*\/(\.|%2e){1,2}(\/|$))\/[^?#\\]*$/i.test(path)) {
      const message = `path is ${show(path)}; expected a path without query or dots, such as "/api/v1/messages".`;
      return this.fail(usageError(message), false) as ParleyPromise<Data>;
    }
    // A caller who sets a key knows that the endpoint supports it.
    const dedupes = method === 'POST' && options.idempotencyKey !== undefined;
    return this.call<Data>({ method, path, dedupes, empty: null }, { query, body, path }, options);
  }
}
