import { contract, type Quota } from '@parley/contract';
import { closeClients } from './agency-clients.ts';
import { insertApiKey } from './api-keys.ts';
import { createSeed } from './create-seed.ts';
import { type Inbound, takeInbound } from './customer.ts';
import type { Directory } from './directory.ts';
import type { Endpoints } from './generated/endpoints.ts';
import type { ApiKey, Message } from './generated/types.ts';
import type { TenantState } from './mock-request.ts';
import { createEndpointMock, type EndpointMock, type EndpointTypes } from './overrides.ts';
import { MockError, refuseUnknownField, show } from './problems.ts';
import { createProvider, type Provider, unusedFailures } from './provider.ts';
import { endpointNamed, type Script } from './script.ts';
import type { Seed } from './seed.ts';
import type { KeyRecord, Store } from './store.ts';
import { catchUp, endLateAttempts, handOver } from './webhook-dispatch.ts';
import { createWebhooks, strayReceivers, type Webhooks } from './webhooks.ts';

/** For each endpoint, an object that prepares its responses and failures, such as `mock.messages.send`. */
export type EndpointMocks = {
  readonly [Noun in keyof Endpoints]: {
    readonly [Action in keyof Endpoints[Noun]]: EndpointMock<
      Extract<Endpoints[Noun][Action], EndpointTypes>
    >;
  };
};

/** Quota for `limit`: requests in a number of seconds, or requests per second. */
export type Limit = ApiKey['rateLimit'] | { perSecond: number };

/** Tenant of the mock, with its own key, data, clock, overrides and calls. */
export interface MockTenant extends EndpointMocks {
  /** API key that clients send. It selects the tenant. */
  readonly apiKey: string;
  /** ID of the tenant, as in `tenantId` of its events. */
  readonly tenantId: string;
  /** ID of `apiKey`. */
  readonly apiKeyId: string;
  /**
   * A `fetch` that answers every request from the mock, whatever its origin. Does not need Mock Service Worker. The same
   * function for all tenants of a mock.
   */
  readonly fetch: typeof globalThis.fetch;
  /** Creates records without requests, for example `seed.channels(1)`. */
  readonly seed: Seed;
  /**
   * Clock of the tenant: it dates the records, and decides about windows, quotas and retries. The clients of an agency
   * have its clock.
   */
  readonly clock: {
    /** Returns the present time of the mock's clock as ISO 8601. */
    now(): string;
    /**
     * Moves the clock forward, in milliseconds, and does the work that becomes due. For webhooks use
     * `webhooks.advance`.
     */
    advance(ms: number): void;
  };
  /**
   * Simulates a customer who sends a message of any type, edits one or deletes one: the mock acts as if the provider
   * had reported it. Returns the message.
   */
  inbound(inbound: Inbound): Message;
  /** The provider behind the channels. */
  readonly provider: Provider;
  /** Simulated sending of the tenant's messages and events. */
  readonly sandbox: {
    /** Keeps messages queued and events undelivered until `resume`. */
    pause(): void;
    /** Ends the pause, and does the work that became due. */
    resume(): void;
  };
  /** Events of the tenant, signed as for a webhook endpoint. */
  readonly webhooks: Webhooks;
  /**
   * Sets the quota of all API keys of the tenant, and counts their requests from now on. The whole quota is then
   * available. Until then, the mock counts no requests: each response has the headers of a first request with the
   * default quota.
   */
  limit(limit: Limit): void;
  /**
   * Finishes all background work without moving the clock: messages reach their final status, sources become
   * searchable, and receivers get their webhooks.
   */
  settle(): Promise<void>;
  /**
   * Throws if a prepared response or failure was not used. Also throws if a request with an API key of this tenant did
   * not match the contract or had an unknown path. `mock.verify()` also reports requests with an unknown path and no known API key.
   */
  verify(): void;
  /**
   * Removes records, overrides and calls. The key and its tenant stay. Throws a `MockError` for the client of an agency,
   * whose grants and keys belong to both.
   */
  reset(): void;
  /** Removes the tenant. Its key is unknown from now on. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Returns the controls of a tenant, by one of its API keys or else by a new one. `strays` are the problems of requests
 * without a known API key; only the first tenant reports them.
 */
export function createMockTenant(
  directory: Directory,
  { fetch, strays }: { fetch: typeof globalThis.fetch; strays: readonly string[] },
  { store, script }: TenantState,
  key?: KeyRecord,
): MockTenant {
  const register = (key: KeyRecord) => directory.register(store, key);
  const firstKey = key ?? register(insertApiKey(store, {}));

  const controls: Omit<MockTenant, keyof EndpointMocks> = {
    apiKey: firstKey.value,
    apiKeyId: firstKey.id,
    tenantId: store.tenant.id,
    fetch,
    seed: createSeed(store, (fields) => register(insertApiKey(store, fields))),
    clock: {
      now: () => store.now(),
      advance: (ms) => {
        store.clock.advance(ms);
        endLateAttempts(store);
        catchUp(store);
      },
    },
    inbound: (inbound) =>
      structuredClone(store.clock.hold(() => takeInbound(store, Object(inbound)))),
    provider: createProvider(store),
    sandbox: {
      pause: () => store.jobs.pause(),
      resume: () => store.jobs.resume(store.nowMs()),
    },
    webhooks: createWebhooks(store, firstKey.id),
    limit: (given) => {
      const quota = toQuota(given);
      store.quota = quota;
      for (const key of store.keys.values()) Object.assign(key, { quota, tatMs: undefined });
    },
    settle: async () => {
      do await settleJobs(store);
      while ((await handOver(store)).attempts.length > 0);
    },
    verify: () => {
      const problems = [
        ...strays,
        ...script.problems(),
        ...unusedFailures(store),
        ...strayReceivers(store),
      ];
      if (problems.length > 0) throw new MockError(`the mock found:\n- ${problems.join('\n- ')}`);
    },
    reset: () => {
      if (store.tenant.agencyId !== null) {
        throw new MockError(
          'reset: this tenant is the client of an agency; reset the agency, and create the client again',
        );
      }
      store.quota = undefined;
      directory.forgetKeys(store);
      closeClients(store);
      store.clear();
      script.clear();
      // The key is created again, so that later IDs equal those after the first creation.
      const key = { ...insertApiKey(store, {}), id: firstKey.id, value: firstKey.value };
      store.keys.clear();
      store.keys.set(key.id, key);
      register(key);
    },
    [Symbol.asyncDispose]: async () => {
      closeClients(store);
      directory.close(store);
    },
  };
  return Object.assign(endpointMocks(script), controls);
}

/** Finishes all jobs, also those of pages that are still being fetched. */
async function settleJobs(store: Store): Promise<void> {
  do {
    await Promise.all(store.knowledge.underway);
    store.jobs.settle(store.nowMs());
  } while (store.knowledge.underway.size > 0);
}

/** The controls of the endpoints. Each is created on first use, because most tests use only a few. */
function endpointMocks(script: Script): EndpointMocks {
  const nouns = Object.entries(contract).map(([noun, routes]) => {
    const actions = {};
    for (const action of Object.keys(routes)) {
      const get = () => createEndpointMock(script.of(endpointNamed(`${noun}.${action}`)));
      Object.defineProperty(actions, action, { enumerable: true, get });
    }
    return [noun, actions];
  });
  // Every noun and endpoint of the contract is in the loop above.
  return Object.fromEntries(nouns) as EndpointMocks;
}

function toQuota(given: Limit): Quota {
  refuseUnknownField('limit', 'the limit', ['perSecond', 'limit', 'windowSeconds'], given);
  // In JavaScript, the limit may be missing or a number.
  const { perSecond, limit, windowSeconds } = Object(given) as Partial<Record<string, number>>;
  const quota = {
    limit: perSecond ?? limit ?? 0,
    windowSeconds: perSecond ? 1 : (windowSeconds ?? 0),
  };
  const isWhole = Number.isInteger(quota.limit) && Number.isInteger(quota.windowSeconds);
  if (isWhole && quota.limit >= 1 && quota.windowSeconds > 0) return quota;
  throw new MockError(
    `limit: ${show(quota.limit)} requests in ${show(quota.windowSeconds)} s are no quota; expected whole numbers from 1, such as { perSecond: 20 }`,
  );
}
