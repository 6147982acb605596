import { type ChannelType, channelCapabilities } from '@parley/contract/schemas';

// Two token buckets limit sending to a provider: one of the channel, refilled within a second, and one of each customer
// on it. Each is stored as one number, the time at which it is full again. A waiting message reserves its turn, so that
// the worker looks at it only once more.

interface Bucket {
  readonly intervalUs: number;
  readonly burst: number;
}

// Meta: one message every six seconds to one user; 45 may come in a row. One less, because messages may come closer
// together than they left.
const pairBuckets: Readonly<Partial<Record<ChannelType, Bucket>>> = {
  whatsapp: { intervalUs: 6_000_000, burst: 44 },
};

/**
 * Of the messages of a second, a tenth may go at once, and 85 % evenly. Together they stay below the limit in every
 * second, also where messages come closer together than they left.
 */
function channelBucket(perSecond: number): Bucket {
  return {
    intervalUs: Math.ceil(1_000_000 / (perSecond * 0.85)),
    burst: Math.max(1, Math.floor(perSecond / 10)),
  };
}

/** The times at which the buckets of a channel and of one customer are full again. */
export interface Buckets {
  /** In epoch microseconds: 80 messages per second are 12.5 ms apart. */
  readonly channelNextAtUs: number;
  /** In epoch milliseconds. */
  readonly pairNextAt: number;
}

export interface Turn {
  /** The earliest time to send the message, in epoch milliseconds. */
  readonly atMs: number;
  readonly channelNextAtUs: number;
  /** Undefined on networks without a limit for each customer. */
  readonly pairNextAt: number | undefined;
}

export function takeTurn(
  type: ChannelType,
  throttlePerSecond: number | null,
  { channelNextAtUs, pairNextAt }: Buckets,
  nowMs: number,
): Turn {
  const perSecond = throttlePerSecond ?? channelCapabilities[type].throttlePerSecond;
  const nowUs = nowMs * 1_000;
  const channel = take(channelBucket(perSecond), channelNextAtUs, nowUs);
  const bucket = pairBuckets[type];
  const pair = bucket && take(bucket, pairNextAt * 1_000, nowUs);
  return {
    atMs: Math.ceil(Math.max(channel.atUs, pair?.atUs ?? 0) / 1_000),
    channelNextAtUs: Math.round(channel.nextAtUs),
    pairNextAt: pair && Math.round(pair.nextAtUs / 1_000),
  };
}

function take({ intervalUs, burst }: Bucket, nextAtUs: number, nowUs: number) {
  const start = Math.max(nextAtUs, nowUs);
  return { atUs: Math.max(nowUs, start - (burst - 1) * intervalUs), nextAtUs: start + intervalUs };
}
