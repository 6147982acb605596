import { channelQuality } from '@parley/contract';
import {
  type SendOutcome,
  type StoredChannel,
  type StoredMessage,
  simulatedFailure,
  withQuality,
} from '@parley/domain';
import { channelRecords } from './channel-records.ts';
import { check } from './check-seed.ts';
import type { ChannelQuality } from './generated/types.ts';
import type { Given } from './given.ts';
import { checkNames, MockError } from './problems.ts';
import type { ProviderSignal, Store } from './store.ts';

const kinds = ['rejected', 'retry_later', 'auth', 'unknown'] as const;

const reportedQuality = channelQuality.omit({ updatedAt: true }).partial();

/** Kind of failure that the simulated provider answers a message with. `Provider.fail` describes each. */
export type ProviderFailure = (typeof kinds)[number];

export interface ProviderFailOptions {
  /** Channel whose messages fail. Default: any channel. */
  channelId?: string | undefined;
  /** Number of attempts that fail. Default: 1. */
  times?: number | undefined;
}

/** The provider behind the channels of the mock. */
export interface Provider {
  /**
   * Makes the next attempt to send a message fail. `rejected`: the provider refuses it. `retry_later`: the mock tries
   * again by its clock. `auth`: the channel gets the status `error`. `unknown`: the answer is lost, and the message
   * fails after a minute.
   */
  fail(how: ProviderFailure, options?: ProviderFailOptions): void;
  /** Reports another rating or limit of a WhatsApp channel, as WhatsApp does by webhook. Absent values do not change. */
  quality(channelId: string, report: Given<Omit<ChannelQuality, 'updatedAt'>>): void;
  /** Typing indicators and read receipts that the provider got, oldest first. */
  signals(): ProviderSignal[];
}

export function createProvider(store: Store): Provider {
  return {
    quality(channelId, report) {
      const channel = channelNamed(store, channelId, 'quality');
      if (channel.type !== 'whatsapp') {
        throw new MockError(`provider.quality: channels of ${channel.type} have no quality`);
      }
      const known = check('provider.quality', reportedQuality, report);
      channelRecords.save(store, channel, withQuality(channel, known, store.now()));
    },
    signals: () => structuredClone(store.signals),
    fail: (how, options = {}) => {
      checkNames('provider.fail', ['channelId', 'times'], options);
      const { channelId, times = 1 } = options;
      if (!kinds.includes(how)) {
        throw new MockError(`provider.fail: ${how} is not one of ${kinds.join(', ')}`);
      }
      if (!Number.isInteger(times) || times < 1) {
        throw new MockError(`provider.fail: times is ${times}; it must be a whole number from 1`);
      }
      if (channelId !== undefined) channelNamed(store, channelId, 'fail');
      for (let n = 0; n < times; n += 1) store.providerFailures.push({ how, channelId });
    },
  };
}

function channelNamed(store: Store, channelId: string, verb: string): StoredChannel {
  const channel = store.channels.get(channelId);
  if (!channel) throw new MockError(`provider.${verb}: there is no channel ${channelId}`);
  return channel;
}

/** Returns the next failure that a test prepared for this channel, and removes it; undefined without one. */
export function preparedOutcome(
  store: Store,
  { channelId, channelType }: Pick<StoredMessage, 'channelId' | 'channelType'>,
): SendOutcome | undefined {
  const place = store.providerFailures.findIndex(
    (failure) => failure.channelId === undefined || failure.channelId === channelId,
  );
  const [failure] = place < 0 ? [] : store.providerFailures.splice(place, 1);
  return failure && simulatedFailure(channelType, failure.how);
}

/** Returns the prepared failures that were not used, as problems for `verify`. */
export function unusedFailures({ providerFailures }: Store): string[] {
  const { length } = providerFailures;
  return length > 0 ? [`provider: ${length} prepared failure(s) not used`] : [];
}
