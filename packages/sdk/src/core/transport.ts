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
  method: Route<unknown>['method'];
  /** In full, such as `/api/v1/messages`. */
  path: string;
  query?: object | undefined;
  /** Sent as JSON. */
  body?: unknown;
}

/** The transport of a client's resources. */
export class Transport {
  readonly #config: Config;

  constructor(config: Config) {
    this.#config = config;
  }

  call<Data>(route: Route<Data>, input: Input, options: RequestOptions = {}): ParleyPromise<Data> {
    return new ParleyPromise(send(this.#config, route, input, options));
  }

  list<Item, More = unknown>(
    route: Route<Page<Item>>,
    input: Input,
    options: RequestOptions = {},
  ): PagePromise<Item, More> {
    // A copy: later changes by the caller do not affect the next pages.
    const query: { cursor?: string } = { ...input.query };
    const fixed = { ...options };
    return new PagePromise(
      (cursor, signal) =>
        send(
          this.#config,
          // The generated routes know the records of a page, but not its other fields.
          route as Route<Page<Item> & More>,
          { ...input, query: { ...query, cursor }, paged: true },
          { ...fixed, signal },
        ),
      query.cursor,
      fixed.signal,
    );
  }

  request<Data>(request: RawRequest): ParleyPromise<Data> {
    const { path, method, query, body, ...options } = Object(request) as RawRequest;
    // A slash first: whatever else follows, it stays behind the host.
    if (!/^\/(?!\/)[^?#\\]*$/.test(path)) {
      const message = `path is ${show(path)}; expected a path without a query, such as "/api/v1/messages".`;
      return new ParleyPromise(Promise.reject(usageError(message)));
    }
    // A caller who sets a key knows that the endpoint supports it.
    const dedupes = method === 'POST' && options.idempotencyKey !== undefined;
    return this.call<Data>({ method, path, dedupes, empty: null }, { query, body, path }, options);
  }
}
