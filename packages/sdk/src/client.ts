import { type ParleyOptions, settingsOf } from './core/options.ts';
import type { ParleyPromise } from './core/promise.ts';
import { type RawRequest, Transport } from './core/request.ts';

/** A client of one Parley server with one API key. Make it once and keep it. */
export class Parley {
  readonly #options: ParleyOptions;
  readonly #transport: Transport;

  constructor(options: ParleyOptions = {}) {
    this.#options = { ...options };
    this.#transport = new Transport(settingsOf(this.#options));
  }

  /** A client with some options changed. For the same server and key the two share one quota. */
  with(options: ParleyOptions): Parley {
    return new Parley({ ...this.#options, ...options });
  }

  /** Calls an endpoint that this version has no method for, with the same retries and errors. */
  request<Data = unknown>(request: RawRequest): ParleyPromise<Data> {
    return this.#transport.raw<Data>(request);
  }
}
