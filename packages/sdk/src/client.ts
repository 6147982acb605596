import { configOf } from './core/config.ts';
import type { ParleyOptions } from './core/options.ts';
import type { ParleyPromise } from './core/promise.ts';
import { type RawRequest, Transport } from './core/transport.ts';
import { Nouns } from './generated/nouns.ts';

/**
 * A client of one Parley server with one API key. Make it once and keep it. Throws a `ParleyError` when an option is
 * wrong, or when there is no key.
 *
 *     const parley = new Parley({ apiKey });
 */
export class Parley extends Nouns {
  readonly #options: ParleyOptions;
  readonly #transport: Transport;

  constructor(options: ParleyOptions = {}) {
    const own = { ...options };
    const transport = new Transport(configOf(own));
    super(transport);
    this.#options = own;
    this.#transport = transport;
  }

  /**
   * Returns a client with some options changed; `hooks` are added to those of this client. For the same server and key
   * the two share what is left of the quota. Throws a `ParleyError` when an option is wrong.
   *
   *     const impatient = parley.with({ timeoutMs: 2_000, maxRetries: 0 });
   */
  with({ hooks = [], ...options }: ParleyOptions): Parley {
    const before = this.#options.hooks ?? [];
    return new Parley({ ...this.#options, ...options, hooks: [before, hooks].flat() });
  }

  /**
   * Calls an endpoint that this version has no method for, with the same retries and errors. A POST is sent again
   * after a lost answer only when you give it an `idempotencyKey`. Fails with any error of this package.
   *
   *     await parley.request({ method: 'GET', path: '/api/v1/new-thing' });
   */
  request<Data = unknown>(request: RawRequest): ParleyPromise<Data> {
    return this.#transport.request<Data>(request);
  }
}
