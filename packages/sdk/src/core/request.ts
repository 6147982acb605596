import { ParleyError } from '../errors.ts';
import { type Call, callOf, type Input, type Query, type Route, rawCallOf } from './call.ts';
import { withEither } from './deadline.ts';
import { misuse } from './misuse.ts';
import type { RequestOptions, Settings } from './options.ts';
import { type Page, PagePromise } from './pages.ts';
import { ParleyPromise, type Settled } from './promise.ts';
import { send } from './send.ts';

/** A request to an endpoint that this SDK has no method for. */
export interface RawRequest extends RequestOptions {
  method: Route<unknown>['method'];
  /** In full, such as `/api/v1/messages`. */
  path: string;
  query?: Query;
  /** Sent as JSON. */
  body?: unknown;
}

/** What the resources speak to: calls by route, in pages where the route is a list. */
export class Transport {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  call<Data>(route: Route<Data>, input: Input, options: RequestOptions = {}): ParleyPromise<Data> {
    return new ParleyPromise(this.#send<Data>(() => callOf(this.#settings, route, input, options)));
  }

  list<Item>(
    route: Route<Page<Item>>,
    input: Input,
    options: RequestOptions = {},
  ): PagePromise<Item> {
    // Copied: what the caller changes later does not reach the pages that are still to come.
    const query: { cursor?: string } = { ...input.query };
    const fixed = { ...options };
    const fetchPage = (cursor: string | undefined, signal: AbortSignal | undefined) => {
      const asked = cursor === undefined ? query : { ...query, cursor };
      return this.#send<Page<Item>>(() =>
        callOf(this.#settings, route, { ...input, query: asked }, { ...fixed, signal }),
      );
    };
    return new PagePromise(query.cursor, (cursor, stop) => {
      const signals = [fixed.signal, stop].filter((signal) => signal !== undefined);
      return signals.length < 2
        ? fetchPage(cursor, signals[0])
        : withEither(signals, (signal) => fetchPage(cursor, signal));
    });
  }

  raw<Data>({ path, method, query, body, ...options }: RawRequest): ParleyPromise<Data> {
    return new ParleyPromise(
      this.#send<Data>(() => rawCallOf(this.#settings, path, { method, query, body, options })),
    );
  }

  #send<Data>(make: () => Call): Promise<Settled<Data>> {
    try {
      return send<Data>(make(), this.#settings);
    } catch (error) {
      // Misuse rejects like every other failure; nothing is thrown before there is a promise.
      const known = ParleyError.is(error) ? error : misuse('The call cannot be made', error);
      return Promise.resolve({ ok: false, error: known });
    }
  }
}
