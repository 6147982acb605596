import type { TimeSource } from './clock.ts';
import type { UrlSources } from './knowledge-state.ts';
import { checkNames, MockError, show } from './problems.ts';

export interface MockOptions {
  /**
   * Seed of the random IDs and keys: mocks with the same seed get the same ones. Default: IDs as with seed 1, but a
   * different key for each mock, so that a client does not carry the quota of a key into the next test.
   */
  seed?: number | undefined;
  /**
   * Fixed time that only `clock.advance` changes, or a function that returns epoch milliseconds. Default: the time of
   * the machine.
   */
  now?: TimeSource | undefined;
  /** Origins whose requests `handlers` answer. Default: `http://localhost:3000`, as in the SDK. */
  baseUrl?: string | readonly string[] | undefined;
  /** Wait before every response, in milliseconds. Default: 0. */
  latencyMs?: number | undefined;
  /** Which URLs webhook endpoints may have, like the settings `PARLEY_WEBHOOK_…` of the server. */
  webhooks?:
    | {
        /** Allows `http`. Default: only `https`. */
        allowHttp?: boolean | undefined;
        /** Allows URLs of loopback and private networks. Default: only public addresses. */
        allowPrivate?: boolean | undefined;
      }
    | undefined;
  /**
   * Pages for knowledge sources of type `url`: the text at each URL, or a function that returns a `Response`. Default:
   * the mock refuses such sources, as a server without `PARLEY_URL_SOURCES` does.
   */
  urlSources?: UrlSources | undefined;
  /**
   * Time between `queued` and `sent`, and between two reports of the sandbox, in milliseconds of the mock's clock.
   * Default: 10.
   */
  sandboxStepMs?: number | undefined;
}

// TypeScript checks the options too; these checks are for tests in JavaScript or with a cast.
const mockOptions: Readonly<Record<keyof MockOptions, true>> = {
  seed: true,
  now: true,
  baseUrl: true,
  latencyMs: true,
  webhooks: true,
  urlSources: true,
  sandboxStepMs: true,
};

/** Throws a MockError that names an option of `createMock` that is unknown or has a value without meaning. */
export function checkMockOptions(options: MockOptions): void {
  checkNames('createMock', Object.keys(mockOptions), options);
  const { seed, baseUrl, latencyMs, sandboxStepMs, webhooks } = options;
  checkNames('createMock.webhooks', ['allowHttp', 'allowPrivate'], webhooks ?? {});
  if (seed !== undefined && !Number.isInteger(seed)) {
    throw new MockError(`createMock: seed is ${show(seed)}; expected an integer, such as 7`);
  }
  for (const url of [baseUrl ?? []].flat()) {
    // MSW also takes patterns, and relative URLs in browsers.
    if (/^(https?:\/\/|\*|$)/i.test(url)) continue;
    throw new MockError(
      `createMock: baseUrl is ${show(url)}; expected an absolute URL, such as http://localhost:3000`,
    );
  }
  for (const [name, ms] of Object.entries({ latencyMs, sandboxStepMs })) {
    if (ms === undefined || (Number.isFinite(ms) && ms >= 0)) continue;
    throw new MockError(
      `createMock: ${name} is ${show(ms)}; expected 0 or more milliseconds, such as 50`,
    );
  }
}
