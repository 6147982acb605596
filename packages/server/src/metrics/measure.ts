import { channel } from 'node:diagnostics_channel';
import type { ChannelType, ErrorCode } from '@parley/contract/schemas';
import type { SendOutcome } from '@parley/domain';
import type { Item } from '../receivers/items.ts';

// Measurements are published to the diagnostics channels of the process. Without a subscriber they cost a comparison.

interface Measurements {
  /** A message waited before its first attempt. */
  wait: { readonly channelType: ChannelType; readonly seconds: number };
  /** A provider answered a message, or did not answer in time. */
  send: {
    readonly channelType: ChannelType;
    readonly provider: string;
    readonly outcome: SendOutcome;
    readonly seconds: number;
  };
  /** A provider is overloaded: a channel sends nothing for this time. */
  pause: { readonly channelType: ChannelType; readonly seconds: number };
  /** A request to send was refused. `channelType` is null when there is no such channel. */
  refusal: { readonly channelType: ChannelType | null; readonly code: ErrorCode };
  /** A webhook of a provider was answered. `type` is a part of the path that a client chose. */
  webhook: { readonly type: string; readonly status: number; readonly seconds: number };
  /** An item of a webhook was handled, kept because nothing handles it, or failed. */
  item: {
    readonly channelType: ChannelType;
    readonly kind: Item['kind'];
    readonly outcome: 'done' | 'kept' | 'failed';
  };
}

type Name = keyof Measurements;
export type Subscribers = { readonly [Each in Name]: (measured: Measurements[Each]) => void };

const names: readonly Name[] = ['wait', 'send', 'pause', 'refusal', 'webhook', 'item'];
const channels = Object.fromEntries(names.map((name) => [name, channel(`parley:${name}`)]));

export function measure<Each extends Name>(name: Each, measured: Measurements[Each]): void {
  if (isMeasured(name)) channels[name]?.publish(measured);
}

/** Whether somebody subscribes to it: a measurement that needs more work is left out otherwise. */
export function isMeasured(name: Name): boolean {
  return channels[name]?.hasSubscribers ?? false;
}

/** Returns a function that ends the subscriptions. */
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
