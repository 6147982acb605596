import type { IdKind } from '@parley/contract';
import { findRecord } from './records.ts';
import type { Store } from './store.ts';

// The handlers of records that belong to another record, their owner, as `listOf` and `createOn` on the server.

interface OfOne {
  params: { id: string };
}

/**
 * Returns the handler of `GET /xs/{id}/ys`. `read` returns a page of the records of one owner. As on the server, its error
 * for a wrong cursor precedes that for a missing owner.
 */
export function fakeListOf<Query, List>(
  owner: IdKind,
  read: (store: Store, id: string, query: Query) => List,
) {
  return ({ params: { id }, query }: OfOne & { query: Query }, store: Store) => {
    const page = read(store, id, query);
    findRecord(store, owner, id);
    return page;
  };
}

/** Returns the handler of `POST /xs/{id}/ys`. `create` returns a new record of one owner. */
export function fakeCreateOn<Body, Answer>(
  owner: IdKind,
  create: (store: Store, id: string, body: Body) => Answer,
) {
  return ({ params: { id }, body }: OfOne & { body: Body }, store: Store) => {
    findRecord(store, owner, id);
    return create(store, id, body);
  };
}
