import type { InboundFailure, ListInboundFailuresQuery, Page } from '@parley/contract';
import {
  fits,
  inboundAttempts,
  inboundFailureFilters,
  inboundFailureOf,
  notFound,
  type StoredChannel,
} from '@parley/domain';
import { receiveInbound } from './inbound.ts';
import { paginate } from './pages.ts';
import type { InboundFailureRecord, Store } from './store.ts';

export function listInboundFailures(
  store: Store,
  channel: StoredChannel,
  query: ListInboundFailuresQuery,
): Page<InboundFailure> {
  const given = { ...query, channelId: [channel.id] };
  const rows = [...store.inboundFailures.values()].filter(fits(inboundFailureFilters, given));
  const page = paginate(rows, {
    list: `inbound failures ${channel.id}`,
    tenantId: store.tenant.id,
    query,
    key: ({ receivedAt }) => receivedAt,
    id: ({ id }) => id,
  });
  return { ...page, data: page.data.map(inboundFailureOf) };
}

/** Handles a failed webhook item again, after `sandboxStepMs`. Throws SVC-NOT-FOUND when there is no such item. */
export function retryInboundFailure(
  store: Store,
  channel: StoredChannel,
  id: string,
): InboundFailure {
  const failure = store.inboundFailures.get(id);
  if (failure?.channelId !== channel.id) throw notFound('inboundFailure', id);
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
