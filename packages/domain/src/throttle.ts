import {
  type ChannelProvider,
  type ChannelType,
  channelCapabilities,
  channelType,
  type Message,
} from '@parley/contract/schemas';

// Two token buckets limit what is sent to a provider: one for each channel, and one for each customer of a channel. A
// bucket is stored as one number: the time at which it is full again. A turn is the time from which a message may be
// sent.

export interface Bucket {
  readonly intervalUs: number;
  readonly burst: number;
}

// Meta allows one message every six seconds to one user, and 45 in a row. The bucket has 44, because messages may
// arrive closer together than they were sent.
const pairBuckets: Readonly<Partial<Record<ChannelType, Bucket>>> = {
  whatsapp: { intervalUs: 6_000_000, burst: 44 },
};

/**
 * How much later than its turn a message may be sent, in milliseconds. The turns of a second leave a twentieth of the
 * limit free for this.
 */
export const lateTurnMs = 40;

/**
 * Returns the bucket of a channel. In a second, a twentieth of the allowed messages may be sent at once, and nine
 * tenths evenly. Together they stay below the limit in every second, even if messages are sent up to `lateTurnMs` after
 * their turns.
 */
export function channelBucket(type: ChannelType, throttlePerSecond: number | null): Bucket {
  return bucketOf(throttlePerSecond ?? channelCapabilities[type].throttlePerSecond);
}

function bucketOf(perSecond: number): Bucket {
  return {
    intervalUs: Math.ceil(1_000_000 / (perSecond * 0.9)),
    burst: Math.max(1, Math.floor(perSecond / 20)),
  };
}

/**
 * Returns when the bucket is full again after some turns are taken, in epoch microseconds. `fromUs` is the earliest
 * time of the first turn.
 */
export function takeTurn(
  { intervalUs }: Bucket,
  nextAtUs: number,
  fromUs: number,
  turns = 1,
): number {
  return Math.max(nextAtUs, fromUs) + turns * intervalUs;
}

/** Returns the time of the last turn taken from a bucket that is full again at `nextAtUs`, in epoch milliseconds. */
export function turnAtMs({ intervalUs, burst }: Bucket, nextAtUs: number, fromUs: number): number {
  return Math.ceil(Math.max(fromUs, nextAtUs - burst * intervalUs) / 1_000);
}

/** The maximum difference between the clocks of two machines, in milliseconds. */
const skewMs = 60_000;

/**
 * Returns the latest time at which a bucket can be full again, in epoch microseconds. `turnsMs` is the length of the turns
 * that waiting messages may have taken. A later time was stored by a process whose clock was wrong.
 */
export function latestFullUs({ intervalUs, burst }: Bucket, nowUs: number, turnsMs = 0): number {
  return nowUs + burst * intervalUs + (skewMs + turnsMs) * 1_000;
}

/**
 * Returns when the next message may be sent to a customer, and when the customer's token bucket is full again, in epoch
 * milliseconds. Undefined on networks without a limit for each customer.
 */
export function takePairTurn(type: ChannelType, pairNextAt: number, nowMs: number) {
  const bucket = pairBuckets[type];
  if (!bucket) return undefined;
  // A message that waits stores no time, so a shorter wait would begin again whenever it ends.
  const isPossible = pairNextAt * 1_000 <= latestFullUs(bucket, nowMs * 1_000);
  const nextAtUs = takeTurn(bucket, isPossible ? pairNextAt * 1_000 : 0, nowMs * 1_000);
  return {
    atMs: turnAtMs(bucket, nextAtUs, nowMs * 1_000),
    pairNextAt: Math.round(nextAtUs / 1_000),
  };
}

/** A limit of the provider that a message obeys besides that of its channel. */
export interface FurtherLimit {
  readonly name: string;
  readonly bucket: Bucket;
  /** Whether the channels of several tenants share the limit. */
  readonly ofAllTenants: boolean;
  /** Whether messages take turns of the limit. Without that, they wait only while the provider pauses it. */
  readonly hasRate: boolean;
}

// Instagram accepts 10 messages with audio or video a second from an account, within its general rate.
const slowFiles: readonly Message['type'][] = ['audio', 'video'];
const slowFilesPerSecond = 10;

/** Returns the limit for messages with large files on a channel; undefined when the provider has none. */
export function fileLimit(
  { id, provider }: { readonly id: string; readonly provider: ChannelProvider },
  type: Message['type'],
): FurtherLimit | undefined {
  if (provider !== 'instagram_graph' || !slowFiles.includes(type)) return undefined;
  const bucket = bucketOf(slowFilesPerSecond);
  return { name: `files ${id}`, bucket, ofAllTenants: false, hasRate: true };
}

/**
 * Returns the limit that all channels of one app of a network share. Without `hasAppRate`, it holds only while the
 * provider has paused the app.
 */
export function appLimit(type: ChannelType, appName: string): FurtherLimit {
  return {
    name: `app ${type} ${appName}`,
    bucket: channelBucket(type, null),
    ofAllTenants: true,
    hasRate: hasAppRate(type),
  };
}

/** Returns the network of a limit by its name; undefined for a limit that is not of an app. */
export function networkOfApp(limitName: string): ChannelType | undefined {
  const [kind, type] = limitName.split(' ');
  return kind === 'app' ? channelType.options.find((known) => known === type) : undefined;
}

/** Returns whether the provider limits the requests per second of an app. Meta limits its calls per hour. */
export function hasAppRate(type: ChannelType): boolean {
  return type === 'tiktok';
}
