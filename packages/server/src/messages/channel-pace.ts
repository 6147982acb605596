import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Bucket,
  channelBucket,
  lateTurnMs,
  type MessageState,
  turnAtMs,
} from '@parley/domain';
import { LRUCache } from 'lru-cache';
import type { LanePace, LaneRoom } from '../jobs/job-handler.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { takeTurn } from './statements/take-turn.ts';

/** How far ahead jobs are claimed for. Messages that wait in the process for their turn hold places. */
const aheadMs = 120;
/** Claimed of a channel whose rate this process does not know. */
const unknownRoom = 4;
/** A turn that is later is of a clock that has stepped back since. */
const farMs = 60_000;
const farWaitMs = 5_000;
const longestLeadMs = 250;
/** Channels whose rate a process remembers while it sends nothing on them. */
const rememberedRates = 10_000;
/** A process that is late so often cannot keep any time: its messages must not wait for ever. */
const mostTurns = 5;

type PacedChannel = Pick<MessageState['channel'], 'id' | 'type' | 'settings'>;

interface Paced {
  readonly tenantId: string;
  readonly lane: string;
  bucket: Bucket | undefined;
  /** When the bucket is full again, as this process knows it. */
  nextAtUs: number;
  /** Messages of this process that have no turn yet. */
  waiting: number;
}

/**
 * Hands the messages of each channel to its provider at the rate of the channel, over all workers. A message waits for
 * its turn before it is marked as `sending`. It takes a turn after that in two cases: the process does not know the rate
 * of the channel yet, or the message is late. It is late when a commit or the process was slow.
 */
export class ChannelPace implements LanePace {
  readonly unknownRoom = unknownRoom;
  readonly #channels = new Map<string, Paced>();
  readonly #rates = new LRUCache<string, Bucket>({ max: rememberedRates });
  /** How long the last step before a send took. */
  #stepMs = 0;

  rooms(nowMs: number): readonly LaneRoom[] {
    const rooms: LaneRoom[] = [];
    for (const [key, { tenantId, lane, bucket, nextAtUs, waiting }] of this.#channels) {
      const waitMs = nextAtUs / 1_000 - nowMs;
      const isKnown = bucket && waitMs > 0 && waitMs < farMs;
      if (!isKnown && waiting === 0) {
        this.#channels.delete(key);
        continue;
      }
      const openMs = aheadMs + this.#stepMs - waitMs;
      const turns = isKnown ? Math.ceil((openMs * 1_000) / bucket.intervalUs) : unknownRoom;
      rooms.push({
        tenantId,
        lane,
        room: Math.max(0, turns - waiting),
        opensInMs: isKnown ? Math.max(0, -openMs) : aheadMs,
      });
    }
    return rooms;
  }

  /**
   * Runs `begin` shortly before the next turn of a channel, and resolves at the turn with what it returned, or at once
   * when it returned undefined.
   */
  async inTurn<B extends { readonly channel: PacedChannel }>(
    ctx: TenantContext,
    lane: string,
    begin: () => Promise<B | undefined>,
  ): Promise<B | undefined> {
    const asked = this.#paced(ctx, lane);
    const stopWaiting = waitIn(asked);
    try {
      // Before its first message the rate of a channel is unknown.
      let atMs = asked.bucket && (await this.#take(ctx, asked, asked.bucket, this.#stepMs));
      if (atMs !== undefined) {
        stopWaiting();
        await until(ctx, atMs - this.#stepMs);
      }
      const startedAt = performance.now();
      const begun = await begin();
      if (!begun) return undefined;
      this.#stepMs = Math.min(longestLeadMs, performance.now() - startedAt);
      const { id, type, settings } = begun.channel;
      const paced = this.#paced(ctx, id);
      const bucket = channelBucket(type, settings.throttlePerSecond);
      paced.bucket = bucket;
      this.#rates.set(keyOf(ctx, id), bucket);
      if (atMs !== undefined) await until(ctx, atMs);
      for (let turns = 0, leadMs = 0; turns < mostTurns; turns += 1) {
        if (atMs !== undefined && lateBy(ctx, atMs) <= lateTurnMs) break;
        try {
          atMs = await this.#take(ctx, paced, bucket, leadMs);
        } catch {
          // The message is marked: without this attempt its outcome would be unknown, although nobody sent it.
          break;
        }
        stopWaiting();
        await until(ctx, atMs);
        leadMs = Math.min(longestLeadMs, Math.max(0, lateBy(ctx, atMs)));
      }
      return begun;
    } finally {
      stopWaiting();
    }
  }

  /** Takes the next turn that is at least `leadMs` from now. */
  async #take(ctx: TenantContext, paced: Paced, bucket: Bucket, leadMs: number): Promise<number> {
    const fromMs = () => Math.ceil(ctx.now().getTime() + leadMs);
    for (;;) {
      const turn = await ctx.db.run(takeTurn, { channelId: paced.lane, bucket, fromMs });
      paced.nextAtUs = turn.nextAtUs;
      const atMs = turnAtMs(bucket, turn.nextAtUs, turn.fromUs);
      if (-lateBy(ctx, atMs) < farMs) return atMs;
      await sleep(farWaitMs);
    }
  }

  #paced(ctx: TenantContext, lane: string): Paced {
    const key = keyOf(ctx, lane);
    const known = this.#channels.get(key);
    if (known) return known;
    const { tenantId } = ctx.db;
    const paced = { tenantId, lane, bucket: this.#rates.get(key), nextAtUs: 0, waiting: 0 };
    this.#channels.set(key, paced);
    return paced;
  }
}

function keyOf({ db: { tenantId } }: TenantContext, lane: string): string {
  return `${tenantId} ${lane}`;
}

/** Returns what ends it. */
function waitIn(paced: Paced): () => void {
  let isWaiting = true;
  paced.waiting += 1;
  return () => {
    if (isWaiting) paced.waiting -= 1;
    isWaiting = false;
  };
}

function lateBy(ctx: TenantContext, atMs: number): number {
  return ctx.now().getTime() - atMs;
}

async function until(ctx: TenantContext, atMs: number): Promise<void> {
  const waitMs = -lateBy(ctx, atMs);
  if (waitMs > 0) await sleep(waitMs);
}
