import { Ids } from './ids.ts';
import type { Caller, TenantState } from './mock-request.ts';
import { Script } from './script.ts';
import type { ClientOptions, KeyRecord, Neighbours, Store } from './store.ts';

/** The tenants of one mock, by their IDs and by their API keys. */
export class Directory implements Neighbours {
  readonly #states = new Map<string, TenantState>();
  readonly #keys = new Map<string, Caller>();
  readonly #makeStore: (neighbours: Neighbours, client?: ClientOptions) => Store;
  readonly #requestIds: Ids;
  /** The first tenant. It records the requests that belong to no tenant. */
  readonly main: TenantState;
  /** The requests without an endpoint and without a known API key. */
  readonly unmatched: string[] = [];

  constructor(seed: number, makeStore: (neighbours: Neighbours, client?: ClientOptions) => Store) {
    this.#requestIds = new Ids(seed);
    this.#makeStore = makeStore;
    this.main = this.open();
  }

  newRequestId(): string {
    return `req_${this.#requestIds.text(24)}`;
  }

  /** Creates a tenant without API keys. */
  open(client?: ClientOptions): TenantState {
    const store = this.#makeStore(this, client);
    const state = { store, script: new Script() };
    this.#states.set(store.tenant.id, state);
    return state;
  }

  /** Removes a tenant. Requests with its API keys get 401 from now on. */
  close(store: Store): void {
    this.forgetKeys(store);
    this.#states.delete(store.tenant.id);
  }

  byKey(value: string): Caller | undefined {
    return this.#keys.get(value);
  }

  /** Returns the tenant with this ID, and any one of its keys; undefined without a key. */
  byId(tenantId: string): Caller | undefined {
    return [...this.#keys.values()].find(({ tenant }) => tenant.store.tenant.id === tenantId);
  }

  find(tenantId: string): Store | undefined {
    return this.#states.get(tenantId)?.store;
  }

  hasDomain(domain: string): boolean {
    return [...this.#states.values()].some(({ store }) => store.domains.has(domain));
  }

  addClient(client: ClientOptions): Store {
    return this.open(client).store;
  }

  register(store: Store, key: KeyRecord): KeyRecord {
    const tenant = this.#states.get(store.tenant.id);
    if (tenant) this.#keys.set(key.value, { tenant, key });
    return key;
  }

  forgetKeys(store: Store): void {
    for (const key of store.keys.values()) this.#keys.delete(key.value);
  }
}
