import type { InboundFailure, ListInboundFailuresQuery, Page } from '@parley/contract';
import {
  inboundAttempts,
  inboundFailureFilters,
  inboundFailureOf,
  notFoundIn,
  type StoredChannel,
} from '@parley/domain';
import { listRecords } from './fake-records.ts';
import { receiveInbound } from './inbound.ts';
import type { InboundFailureRecord, Store } from './store.ts';

export function listInboundFailures(
  store: Store,
  channelId: string,
  query: ListInboundFailuresQuery,
): Page<InboundFailure> {
  const rules = { kind: 'inboundFailure', filters: inboundFailureFilters } as const;
  const complete = (_store: Store, failure: InboundFailureRecord) => inboundFailureOf(failure);
  return listRecords(store, rules, { ...query, channelId: [channelId] }, { complete });
}

/** Handles a failed webhook item again, after `sandboxStepMs`. Throws SVC-NOT-FOUND when there is no such item. */
export function retryInboundFailure(
  store: Store,
  channel: StoredChannel,
  id: string,
): InboundFailure {
  const failure = store.inboundFailures.get(id);
  if (failure?.channelId !== channel.id) throw notFoundIn('channel', 'inboundFailure', id);
  const retrying = { ...failure, status: 'retrying' } as const;
  store.inboundFailures.set(id, retrying);
  const run = () => {
    if (store.inboundFailures.get(id) === retrying) handle(store, channel, retrying);
  };
  store.jobs.add({ kind: 'deliver', dueMs: store.nowMs() + store.stepMs, run });
  return inboundFailureOf(retrying);
}

function handle(store: Store, channel: StoredChannel, failure: InboundFailureRecord): void {
  const { id, message, attempts } = failure;
  if (message && channel.status !== 'archived') {
    receiveInbound(store, channel, message);
    store.inboundFailures.delete(id);
    return;
  }
  const after = { status: 'failed', attempts: attempts + inboundAttempts } as const;
  store.inboundFailures.set(id, { ...failure, ...after, lastAttemptAt: store.now() });
}
