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

export interface Caller {
  tenant: TenantState;
  key: KeyRecord;
  /** Whether the request has a link to a file instead of an API key. */
  byLink?: boolean;
}
