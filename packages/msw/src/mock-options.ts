import { Clock, type TimeSource } from './clock.ts';
import type { UrlSources } from './knowledge-state.ts';
import { checkMs, checkNames, checkObject, MockError, show } from './problems.ts';

/** Options of `createMock` and `installMock`. */
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
  const { seed, now, baseUrl, latencyMs, sandboxStepMs, webhooks = {}, urlSources } = options;
  checkNames('createMock.webhooks', ['allowHttp', 'allowPrivate'], webhooks);
  for (const [name, allowed] of Object.entries(webhooks)) {
    if (allowed === undefined || typeof allowed === 'boolean') continue;
    throw new MockError(`createMock.webhooks: ${name} is ${show(allowed)}; expected true or false`);
  }
  // Throws when it is no time.
  void new Clock(now);
  if (seed !== undefined && !Number.isInteger(seed)) {
    throw new MockError(`createMock: seed is ${show(seed)}; expected an integer, such as 7`);
  }
  const baseUrls = baseUrl === undefined ? [] : [baseUrl].flat();
  if (baseUrl !== undefined && baseUrls.length === 0) {
    throw new MockError('createMock: baseUrl is an empty list; leave it out, or give a URL');
  }
  for (const url of baseUrls) {
    // MSW also takes patterns, and relative URLs in browsers.
    if (/^(https?:\/\/|\*|$)/i.test(url)) continue;
    throw new MockError(
      `createMock: baseUrl is ${show(url)}; expected an absolute URL, such as http://localhost:3000`,
    );
  }
  for (const [name, ms] of Object.entries({ latencyMs, sandboxStepMs })) {
    if (ms !== undefined) checkMs('createMock', name, ms);
  }
  if (urlSources !== undefined && typeof urlSources !== 'function') checkPages(urlSources);
}

function checkPages(pages: Readonly<Record<string, string>>): void {
  checkObject('createMock', 'urlSources', pages);
  const wrong = Object.entries(pages).find(([, text]) => typeof text !== 'string');
  if (!wrong) return;
  throw new MockError(
    `createMock: urlSources has ${show(wrong[1])} for ${wrong[0]}; expected the text of the page`,
  );
}
