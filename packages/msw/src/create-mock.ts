/// <reference path="./msw-request-handler.d.ts" />
import { withFields } from '@parley/domain';
import type { Outcome } from './answer.ts';
import { Directory } from './directory.ts';
import { createFetch, type Handle } from './fetch.ts';
import { createHandlers } from './handlers.ts';
import { answerRequest } from './implement.ts';
import { type Listening, listen } from './listen.ts';
import { checkMockOptions, type MockOptions } from './mock-options.ts';
import { createMockTenant, type MockTenant } from './mock-tenant.ts';
import { MockError } from './problems.ts';
import { Store } from './store.ts';

/** Parley server inside your test, with one tenant. `tenant()` adds more tenants. */
export interface Mock extends MockTenant {
  /** Handlers for `setupServer` and `setupWorker` of Mock Service Worker. */
  readonly handlers: MswRequestHandler[];
  /** Serves the mock on a real port (Node only). Default: any free port. */
  listen(port?: number): Promise<Listening>;
  /**
   * Creates another tenant with its own key and data, for concurrent tests. With an API key, returns the tenant of this
   * key, such as the client of an agency. Throws a `MockError` for an unknown key.
   */
  tenant(apiKey?: string): MockTenant;
}

const defaultBaseUrl = 'http://localhost:3000';

/** Creates a mock. Two mocks share no data. Throws a `MockError` for an unknown or wrong option. */
export function createMock(options: MockOptions = {}): Mock {
  checkMockOptions(options);
  const { seed = 1, latencyMs = 0, sandboxStepMs = 10 } = options;
  // The URL may have any form that the SDK accepts, with or without the API prefix.
  const baseUrls = [options.baseUrl ?? defaultBaseUrl]
    .flat()
    .map((url) => url.replace(/\/+$/, '').replace(/\/api(\/v1)?$/, ''));
  const keySeed = options.seed ?? nextKeySeed();
  let tenantCount = 0;

  const directory = new Directory(seed, (neighbours, client) => {
    tenantCount += 1;
    return new Store({
      neighbours,
      client,
      seed: seedOf(seed, tenantCount),
      keySeed: seedOf(keySeed, tenantCount),
      now: options.now,
      stepMs: sandboxStepMs,
      urlSources: options.urlSources,
      webhookRules: withFields({ allowHttp: false, allowPrivate: false }, options.webhooks ?? {}),
    });
  });

  const handle: Handle = async (request, caller) => {
    const outcome = await answerRequest(directory, request);
    return latencyMs > 0 ? delayed(outcome, latencyMs, caller.signal) : outcome;
  };

  const fetch = createFetch(handle, baseUrls[0] ?? defaultBaseUrl);
  const main = createMockTenant(directory, { fetch, strays: directory.unmatched }, directory.main);
  const { reset } = main;
  const mock = Object.assign(main, {
    listen: (port = 0) => listen(handle, port),
    tenant: (apiKey?: string) => {
      const shared = { fetch, strays: [] };
      if (apiKey === undefined) return createMockTenant(directory, shared, directory.open());
      const caller = directory.byKey(apiKey);
      if (!caller) throw new MockError('tenant: no tenant of this mock has this API key');
      return createMockTenant(directory, shared, caller.tenant, caller.key);
    },
    reset: () => {
      directory.unmatched.length = 0;
      reset();
    },
  });
  return withHandlers(mock, () => createHandlers(handle, baseUrls));
}

/** Returns the seed of a tenant. Seeds are far apart, so that tenants of one mock share no ID and no key. */
function seedOf(seed: number, tenantCount: number): number {
  return Math.imul(seed, 0x9e3779b1) + Math.imul(tenantCount, 0x85ebca6b);
}

let keySeeds = 0;

/** Returns a different seed for the API key of each mock. */
function nextKeySeed(): number {
  keySeeds += 1;
  return -keySeeds;
}

/** Adds `handlers`, which are created on first use: `fetch` and `listen` work without MSW. */
function withHandlers(mock: Omit<Mock, 'handlers'>, make: () => MswRequestHandler[]): Mock {
  let handlers: MswRequestHandler[] | undefined;
  const get = () => {
    handlers ??= make();
    return handlers;
  };
  // The missing property was just added.
  return Object.defineProperty(mock, 'handlers', {
    enumerable: true,
    // The proxy of `installMock` can only show such properties.
    configurable: true,
    get,
  }) as Mock;
}

/** Waits before a response. Rejects when the caller aborts the request first. */
function delayed(
  outcome: Outcome,
  latencyMs: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', giveUp);
      resolve(outcome);
    }, latencyMs);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp, { once: true });
  });
}
