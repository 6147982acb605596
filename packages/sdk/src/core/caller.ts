import { ParleyError } from '../errors.ts';
import type { Call, Input, Route } from './call.ts';
import { callOf } from './make-call.ts';
import { misuse } from './misuse.ts';
import type { RequestOptions } from './options.ts';
import { type Page, PagePromise } from './pages.ts';
import { ParleyPromise, type Settled } from './promise.ts';
import { send } from './send.ts';
import type { Settings } from './settings.ts';

/** What the resources speak to: calls by route, in pages where the route is a list. */
export class Caller {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  call<Data>(route: Route<Data>, input: Input, options: RequestOptions = {}): ParleyPromise<Data> {
    return new ParleyPromise(this.send(route, input, options));
  }

  list<Item>(
    route: Route<Page<Item>>,
    input: Input,
    options: RequestOptions = {},
  ): PagePromise<Item> {
    // Copied: what the caller changes later does not reach the pages that are still to come.
    const query: { cursor?: string } = { ...input.query };
    const fixed = { ...options };
    return new PagePromise(
      query.cursor,
      (cursor, signal) =>
        this.send(
          route,
          { ...input, query: { ...query, cursor }, paged: true },
          { ...fixed, signal },
        ),
      fixed.signal,
    );
  }

  /** Misuse rejects like every other failure; nothing is thrown before there is a promise. */
  async send<Data>(
    route: Route<Data>,
    input: Input,
    options: RequestOptions,
    path?: string,
  ): Promise<Settled<Data>> {
    let call: Call;
    try {
      call = callOf(this.#settings, route, input, options, path);
    } catch (error) {
      const known = ParleyError.is(error) ? error : misuse('It cannot be sent', error);
      return { ok: false, error: known };
    }
    return send(call, this.#settings);
  }
}
