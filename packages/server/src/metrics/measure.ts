import { channel } from 'node:diagnostics_channel';
import type { ChannelType, ErrorCode } from '@parley/contract/schemas';
import type { AttemptResult, SendOutcome } from '@parley/domain';
import type { DatabaseWait } from '../db/waits.ts';
import type { Item } from '../receivers/items.ts';

// Measurements are published to the diagnostics channels of the process. Without a subscriber, nothing is published.

interface Measurements {
  /**
   * The end of a request. `method` and `route` are those of an endpoint of the API, `any` and `console`, or `any` and
   * `other`. `status` is null when the client left before the end of the response.
   */
  request: {
    readonly method: string;
    readonly route: string;
    readonly status: number | null;
    readonly seconds: number;
  };
  /** An attempt to send an event to a webhook endpoint. */
  attempt: AttemptResult;
  /** Leases that ended because their worker did not. */
  expiry: { readonly kind: 'job' | 'webhook-delivery'; readonly leases: number };
  /** Published by db/waits.ts. */
  databaseWait: DatabaseWait;
  /** The time that a message waited before its first attempt. */
  wait: { readonly channelType: ChannelType; readonly seconds: number };
  /** A provider's answer to a message, or no answer in time. */
  send: {
    readonly channelType: ChannelType;
    readonly provider: string;
    readonly outcome: SendOutcome;
    readonly seconds: number;
  };
  /** The time for which a channel sends nothing because its provider is overloaded. */
  pause: { readonly channelType: ChannelType; readonly seconds: number };
  /** A refused request to send. `channelType` is null when there is no such channel. */
  refusal: { readonly channelType: ChannelType | null; readonly code: ErrorCode };
  /** A response to a webhook of a provider. `type` is part of the path, which the client chooses. */
  webhook: { readonly type: string; readonly status: number; readonly seconds: number };
  /** Parts of a webhook that are about no channel. A body that names no account counts as one part. */
  dropped: { readonly channelType: ChannelType; readonly parts: number };
  /** An item of a webhook that was handled, failed, or was kept because no code handles it. */
  item: {
    readonly channelType: ChannelType;
    readonly kind: Item['kind'];
    readonly outcome: 'done' | 'kept' | 'failed';
  };
}

type Name = keyof Measurements;
export type Subscribers = { readonly [Each in Name]: (measured: Measurements[Each]) => void };

const names: readonly Name[] = [
  'request',
  'attempt',
  'expiry',
  'databaseWait',
  'wait',
  'send',
  'pause',
  'refusal',
  'webhook',
  'dropped',
  'item',
];
const channels = Object.fromEntries(names.map((name) => [name, channel(`parley:${name}`)]));

export function measure<Each extends Name>(name: Each, measured: Measurements[Each]): void {
  if (isMeasured(name)) channels[name]?.publish(measured);
}

/** Returns whether a measurement has subscribers. Skip measurements without any that take extra work. */
export function isMeasured(name: Name): boolean {
  return channels[name]?.hasSubscribers ?? false;
}

/** Calls `subscribers` for each measurement. Returns a function that ends this. */
export function onMeasured(subscribers: Subscribers): () => void {
  const ends = names.map((name) => {
    const subscriber = (measured: unknown) => {
      // `measure` publishes on the channel of a name only the measurements of this name.
      (subscribers[name] as (measured: unknown) => void)(measured);
    };
    channels[name]?.subscribe(subscriber);
    return () => channels[name]?.unsubscribe(subscriber);
  });
  return () => {
    for (const end of ends) end();
  };
}
