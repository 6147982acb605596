import type { Contract } from '@parley/contract';
import {
  archived,
  channelQuery,
  checkLive,
  checkSimulates,
  credentialChecks,
  disabledChannel,
  type QualityReport,
  type StoredChannel,
  verified,
  verifiedSandbox,
} from '@parley/domain';
import { channelRecords } from './channel-records.ts';
import { recordChange } from './events.ts';
import { fakeCrud } from './fake-records.ts';
import { receiveInbound } from './inbound.ts';
import { listInboundFailures, retryInboundFailure } from './inbound-failures.ts';
import { fakeListOf } from './owned-fakes.ts';
import { toChannel } from './record-answers.ts';
import { failDeliveries, resumeDeliveries } from './sandbox.ts';
import { reportStatus } from './status-reports.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

export const channels: Fakes<Contract['channels']> = {
  ...fakeCrud(channelRecords),
  list: ({ query }, store) => channelRecords.list(store, channelQuery(query)),
  delete: ({ params }, store) => {
    const channel = channelRecords.get(store, params.id);
    const at = store.now();
    Object.assign(channel, archived(channel, at));
    recordChange(store, 'channel.deleted', toChannel(store, channel), null, { at });
    failDeliveries(store, channel.id);
  },
  verify: ({ params }, store) => verify(store, params.id, false),
  enable: ({ params }, store) => verify(store, params.id, true),
  disable: ({ params }, store) => channelRecords.change(store, params.id, disabledChannel),
  listInboundFailures: fakeListOf('channel', listInboundFailures),
  retryInboundFailure: ({ params: { id, inboundFailureId } }, store) =>
    retryInboundFailure(store, channelRecords.get(store, id), inboundFailureId),
  simulateInbound: ({ params, body }, store) => {
    const channel = channelRecords.get(store, params.id);
    checkSimulates(channel);
    return receiveInbound(store, channel, body);
  },
  simulateStatus: ({ params, body }, store) =>
    reportStatus(store, channelRecords.get(store, params.id), body),
};

/** Verifies a channel. The simulated provider accepts every channel that has an access token. */
function verify(store: Store, id: string, enables: boolean) {
  const channel = channelRecords.get(store, id);
  checkLive(channel, enables ? 'enable' : 'verify');
  const wasActive = channel.status === 'active';
  const checks = credentialChecks(channel);
  const wanted =
    channel.provider === 'sandbox'
      ? verifiedSandbox(channel, enables)
      : verified(
          channel,
          { checks, expiresAt: null, refreshable: false, quality: qualityOf(channel) },
          { at: store.now(), enables },
        );
  const answer = toChannel(store, channelRecords.save(store, channel, wanted));
  if (!wasActive && channel.status === 'active') resumeDeliveries(store, channel.id);
  return answer;
}

/** Returns the quality that the simulated provider reports: the known one, or that of a newly connected number. */
function qualityOf({ type, quality }: StoredChannel): QualityReport {
  return type === 'whatsapp' && !quality ? { rating: 'green', messagingLimit: 250 } : {};
}
