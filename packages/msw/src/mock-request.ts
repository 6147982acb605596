import type { HeaderRecord } from './authenticate.ts';
import type { Script } from './script.ts';
import type { KeyRecord, Store } from './store.ts';

export interface MockRequest {
  method: string;
  /** The path as the client sent it, including the API prefix. */
  pathname: string;
  /** The query with its question mark; empty without a query. */
  search: string;
  headers: HeaderRecord;
  body: Uint8Array | string | undefined;
}

/** A tenant of the mock: its data and its prepared responses. */
export interface TenantState {
  readonly store: Store;
  readonly script: Script;
}

/** Finds the tenant of a key. */
export interface Tenants {
  byKey(value: string): Caller | undefined;
  /** Returns the tenant with this ID, and any one of its keys; undefined without a key. */
  byId(tenantId: string): Caller | undefined;
  /** Returns the first tenant, which records requests that belong to no tenant. */
  main(): TenantState;
  newRequestId(): string;
  /** Records a request for which there is no endpoint. */
  noteUnmatched(tenant: TenantState | undefined, text: string): void;
}

export interface Caller {
  tenant: TenantState;
  key: KeyRecord;
  /** Whether the request has a link to a file instead of an API key. */
  byLink?: boolean;
}
