import { configOf, givenIn } from './core/config.ts';
import type { ParleyOptions } from './core/options.ts';
import type { ParleyPromise } from './core/promise.ts';
import { type RawRequest, Transport } from './core/transport.ts';
import { Nouns } from './generated/nouns.ts';

/**
 * Client of one Parley server, with one API key. Create it once and reuse it. Throws a `ParleyError` when an option is
 * invalid or the key is missing.
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
   * Returns a client with some options changed; undefined ones keep their value. `hooks` are added to those of this
   * client. With the same server and key, both clients share the quota. Throws a `ParleyError` when an option is invalid.
   *
   *     const impatient = parley.with({ timeoutMs: 2_000, maxRetries: 0 });
   */
  with({ hooks = [], ...options }: ParleyOptions): Parley {
    const before = this.#options.hooks ?? [];
    return clientOf({
      ...this.#options,
      ...Object.fromEntries(givenIn(options)),
      hooks: [before, hooks].flat(),
    });
  }

  /**
   * Calls an endpoint for which this version has no method, with the same retries and errors. Without an
   * `idempotencyKey`, a POST whose response was lost is not retried. Fails with any error of this package.
   *
   *     await parley.request({ method: 'GET', path: '/api/v1/new-thing' });
   */
  request<Data = unknown>(request: RawRequest): ParleyPromise<Data> {
    return this.#transport.request<Data>(request);
  }
}

// In the class itself, this call would make esbuild rename the class: printed clients would be called `_Parley`.
function clientOf(options: ParleyOptions): Parley {
  return new Parley(options);
}
