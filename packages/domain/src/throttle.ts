import { type ChannelType, channelCapabilities } from '@parley/contract/schemas';

// Two token buckets limit sending to a provider: one of the channel, refilled within a second, and one of each customer
// on it. Each is stored as one number, the time at which it is full again.

export interface Bucket {
  readonly intervalUs: number;
  readonly burst: number;
}

// Meta: one message every six seconds to one user; 45 may come in a row. One less, because messages may come closer
// together than they left.
const pairBuckets: Readonly<Partial<Record<ChannelType, Bucket>>> = {
  whatsapp: { intervalUs: 6_000_000, burst: 44 },
};

/** How much later than its turn a message may leave: the tenth of a second that no turn is given for. */
export const lateTurnMs = 40;

/**
 * The bucket of a channel. Of the messages of a second, a twentieth may go at once, and nine tenths evenly. Together
 * they stay below the limit in every second, also where messages leave up to `lateTurnMs` after their turns.
 */
export function channelBucket(type: ChannelType, throttlePerSecond: number | null): Bucket {
  const perSecond = throttlePerSecond ?? channelCapabilities[type].throttlePerSecond;
  return {
    intervalUs: Math.ceil(1_000_000 / (perSecond * 0.9)),
    burst: Math.max(1, Math.floor(perSecond / 20)),
  };
}

/** When the bucket is full again, once some turns were taken. `fromUs` is the earliest time of the first one. */
export function takeTurn(
  { intervalUs }: Bucket,
  nextAtUs: number,
  fromUs: number,
  turns = 1,
): number {
  return Math.max(nextAtUs, fromUs) + turns * intervalUs;
}

/** The time of the turn that was taken when the bucket is full again at `nextAtUs`, in epoch milliseconds. */
export function turnAtMs({ intervalUs, burst }: Bucket, nextAtUs: number, fromUs: number): number {
  return Math.ceil(Math.max(fromUs, nextAtUs - burst * intervalUs) / 1_000);
}

/** The next turn of one customer; undefined on networks without a limit for each customer. Epoch milliseconds. */
export function takePairTurn(type: ChannelType, pairNextAt: number, nowMs: number) {
  const bucket = pairBuckets[type];
  if (!bucket) return undefined;
  const nextAtUs = takeTurn(bucket, pairNextAt * 1_000, nowMs * 1_000);
  return {
    atMs: turnAtMs(bucket, nextAtUs, nowMs * 1_000),
    pairNextAt: Math.round(nextAtUs / 1_000),
  };
}
