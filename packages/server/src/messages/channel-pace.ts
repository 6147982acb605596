import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Bucket,
  channelBucket,
  type FurtherLimit,
  lateTurnMs,
  type MessageState,
  turnAtMs,
} from '@parley/domain';
import { LRUCache } from 'lru-cache';
import type { LanePace, LaneRoom } from '../jobs/job-handler.ts';
import { laneKey } from '../jobs/slots.ts';
import { recent } from '../recent.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { findPauseEnd, type TakenTurn, takeNearTurn, takeTurn } from './statements/take-turn.ts';

/**
 * How long before its turn a message is claimed, in milliseconds. The time is short, because a claimed message uses one
 * of the places for running jobs.
 */
const aheadMs = 120;
/**
 * The same while at most `fewChannels` have messages to send. Their places are free, and the steps of a message before
 * its turn wait for commits that gather.
 */
const aheadOfFewMs = 250;
const fewChannels = 4;
/** The maximum number of messages to claim of a channel whose rate this process does not know. */
const unknownRoom = 4;
/**
 * The longest wait for a turn, in milliseconds. For a later turn, the process waits for `farWaitMs`, and takes another one:
 * the clock may have been set back since.
 */
const farMs = 60_000;
const farWaitMs = 5_000;
const longestLeadMs = 250;
/** The maximum number of channels whose rate a process remembers while they have no messages to send. */
const rememberedRates = 10_000;
/** The longest period, in milliseconds, whose turns one late message takes. */
const longestSpanMs = 10_000;
/**
 * The number of times that a message may be late. Then it is sent outside of its turn, so that it does not stay in
 * `sending`.
 */
const mostTurns = 8;
/**
 * How long before its turn of a further limit a message may wait in a process, in milliseconds. If the turn is later,
 * the job is released without a turn.
 */
const nearMs = 1_000;
const longestHoldMs = 10_000;

type PacedChannel = Pick<MessageState['channel'], 'id' | 'type' | 'settings'>;

/** The period in which a message may be sent. */
interface Turn {
  readonly atMs: number;
  readonly untilMs: number;
}

interface BegunInTurn {
  readonly channel: PacedChannel;
}

/** The turns of the further limits of a message, or the time until it is tried again. */
type Further =
  | { readonly kind: 'taken'; readonly turns: readonly Needed[] }
  | { readonly kind: 'later'; readonly inMs: number };

/** A limit of which a message needs a turn. */
interface Needed {
  readonly bucket: Bucket;
  readonly limit: FurtherLimit | Paced;
  turn?: Turn | undefined;
  leadMs: number;
  spanMs: number;
}

interface Paced {
  readonly tenantId: string;
  readonly lane: string;
  bucket: Bucket | undefined;
  /** When the token bucket of the channel is full again, in epoch microseconds, as far as this process knows. */
  nextAtUs: number;
  /** Messages in this process that have no turn yet. */
  waiting: number;
  /**
   * Until when no message of the channel is claimed, because a further limit had no near turn; in milliseconds. After
   * that, one message tries again. 0 after it got a turn.
   */
  heldUntilMs: number;
}

/**
 * Hands the messages of each channel to its provider at the rate of the channel, which all workers share. A message
 * waits for its turn before it is marked as `sending`. If this process does not know the rate of the channel yet, the
 * message takes its turn after that. It takes another one if it is late, because a commit or the process was slow. A
 * message that is late again takes all turns of a period, and may be sent at any time in it. A message that stays late
 * is sent in the end.
 *
 * A message with further limits first takes a turn of each of them with `takeFurther`. If there is no near turn, the
 * channel rests for a short time, after which one of its messages tries again. The times of the channels with the same
 * limit are one interval of the limit apart, so that they do not all try at once.
 */
export class ChannelPace implements LanePace {
  readonly unknownRoom = unknownRoom;
  readonly #channels = new Map<string, Paced>();
  readonly #rates = new LRUCache<string, Bucket>(recent(rememberedRates));
  /** When the last channel that rests for a further limit tries again, in milliseconds. */
  readonly #tries = new LRUCache<string, number>(recent(rememberedRates));
  /** The duration of the last step before a send, in milliseconds. Sends begin this much before their turn. */
  #stepMs = 0;

  rooms(nowMs: number): readonly LaneRoom[] {
    const rooms: LaneRoom[] = [];
    const claimsAheadMs = this.#channels.size <= fewChannels ? aheadOfFewMs : aheadMs;
    for (const [key, paced] of this.#channels) {
      const { tenantId, lane, bucket, nextAtUs, waiting, heldUntilMs } = paced;
      const heldMs = heldUntilMs - nowMs;
      if (Math.abs(heldMs) <= longestHoldMs) {
        const room = heldMs > 0 ? 0 : Math.max(0, 1 - waiting);
        rooms.push({ tenantId, lane, room, opensInMs: Math.max(aheadMs, heldMs) });
        continue;
      }
      const waitMs = nextAtUs / 1_000 - nowMs;
      const isKnown = bucket && waitMs > 0 && waitMs < farMs;
      if (!isKnown && waiting === 0) {
        this.#channels.delete(key);
        continue;
      }
      const openMs = claimsAheadMs + this.#stepMs - waitMs;
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
   * Takes a turn of each limit that `find` returns, if it is near; of a limit without a rate, only reads whether it is
   * paused. Otherwise resolves with the time after which to try again. Resolves with undefined when `find` does.
   */
  async takeFurther(
    ctx: TenantContext,
    lane: string,
    find: () => Promise<readonly FurtherLimit[] | undefined>,
  ): Promise<Further | undefined> {
    const paced = this.#paced(ctx, lane);
    const stopWaiting = waitIn(paced);
    try {
      const limits = await find();
      if (!limits) return undefined;
      const turns: Needed[] = [];
      for (const limit of limits) {
        const { bucket } = limit;
        if (!limit.hasRate) {
          const endMs = await ctx.db.run(findPauseEnd, limit);
          if (lateBy(ctx, endMs) < 0)
            return { kind: 'later', inMs: this.#hold(ctx, paced, limit, endMs) };
          continue;
        }
        // Not before the next turn of the channel, for which the message would wait too long.
        const busyMs = Math.min(aheadMs + longestLeadMs, -lateBy(ctx, paced.nextAtUs / 1_000));
        const fromMs = () => Math.ceil(ctx.now().getTime() + Math.max(this.#stepMs, busyMs));
        const input = { ...limit, turns: 1, fromMs, withinMs: nearMs };
        const { nextAtUs, fromUs, isTaken } = await ctx.db.run(takeNearTurn, input);
        const atMs = turnAtMs(bucket, nextAtUs, fromUs);
        if (!isTaken) return { kind: 'later', inMs: this.#hold(ctx, paced, limit, atMs - nearMs) };
        turns.push(needed(bucket, limit, { turn: { atMs, untilMs: atMs } }));
      }
      paced.heldUntilMs = 0;
      return { kind: 'taken', turns };
    } finally {
      stopWaiting();
    }
  }

  /**
   * Runs `begin` shortly before the next turn of a channel. Resolves with the result of `begin` at the turn, or at once
   * when the result is undefined.
   */
  async inTurn<B extends BegunInTurn>(
    ctx: TenantContext,
    lane: string,
    begin: () => Promise<B | undefined>,
    further: readonly Needed[] = [],
  ): Promise<B | undefined> {
    const asked = this.#paced(ctx, lane);
    const stopWaiting = waitIn(asked);
    try {
      const earliestMs = Math.max(0, ...further.map(({ turn }) => turn?.atMs ?? 0));
      await until(ctx, earliestMs - this.#stepMs - aheadMs);
      // Other messages use the turns of the channel before that time, if there are any.
      if (asked.nextAtUs / 1_000 < earliestMs) await until(ctx, earliestMs - this.#stepMs);
      const leadMs = Math.max(this.#stepMs, -lateBy(ctx, earliestMs));
      // The rate of a channel is unknown before its first message.
      const turn = asked.bucket && (await this.#take(ctx, needed(asked.bucket, asked, { leadMs })));
      if (turn) {
        stopWaiting();
        await until(ctx, turn.atMs - this.#stepMs);
      }
      const startedAt = performance.now();
      const begun = await begin();
      if (!begun) return undefined;
      this.#stepMs = Math.min(longestLeadMs, performance.now() - startedAt);
      const { id, type, settings } = begun.channel;
      const paced = this.#paced(ctx, id);
      const bucket = channelBucket(type, settings.throttlePerSecond);
      paced.bucket = bucket;
      this.#rates.set(laneKey(ctx.db.tenantId, id), bucket);
      if (turn) await until(ctx, turn.atMs);
      await this.#inTurns(ctx, [...further, needed(bucket, paced, { turn })], stopWaiting);
      return begun;
    } finally {
      stopWaiting();
    }
  }

  /** Resolves in turns that `takeFurther` has taken, for a request that sends no message. */
  async inFurtherTurns(ctx: TenantContext, turns: readonly Needed[]): Promise<void> {
    await until(ctx, Math.max(0, ...turns.map(({ turn }) => turn?.atMs ?? 0)));
    await this.#inTurns(ctx, turns, () => {});
  }

  /**
   * Resolves when the message holds a turn of every limit that it can still use. If it missed its turn of a limit,
   * takes a new one.
   */
  async #inTurns(
    ctx: TenantContext,
    limits: readonly Needed[],
    stopWaiting: () => void,
  ): Promise<void> {
    for (let taken = 0; taken < mostTurns * limits.length; taken += 1) {
      const late = limits.find(({ turn }) => !turn || lateBy(ctx, turn.untilMs) > lateTurnMs);
      if (!late) return;
      try {
        late.turn = await this.#take(ctx, late);
      } catch {
        late.turn = undefined;
      }
      const { turn, spanMs } = late;
      // The message is marked as `sending`: without this attempt its outcome would become unknown, although it was not
      // sent.
      if (!turn) return;
      stopWaiting();
      await until(ctx, turn.atMs);
      late.leadMs = Math.min(longestLeadMs, Math.max(0, lateBy(ctx, turn.atMs)));
      late.spanMs = Math.min(longestSpanMs, 2 * Math.max(spanMs, lateBy(ctx, turn.untilMs)));
    }
  }

  /**
   * Takes the next turn of a limit that is at least `leadMs` from now, and the turns of the `spanMs` after it. Resolves
   * with undefined when all turns of a further limit are far, because the provider has paused it.
   */
  async #take(
    ctx: TenantContext,
    { bucket, limit, leadMs, spanMs }: Needed,
  ): Promise<Turn | undefined> {
    const fromMs = () => Math.ceil(ctx.now().getTime() + leadMs);
    const more = Math.ceil((spanMs * 1_000) / bucket.intervalUs);
    const turns = { bucket, turns: 1 + more, fromMs };
    const turnOf = ({ nextAtUs, fromUs }: TakenTurn): Turn => ({
      atMs: turnAtMs(bucket, nextAtUs - more * bucket.intervalUs, fromUs),
      untilMs: turnAtMs(bucket, nextAtUs, fromUs),
    });
    if (!('lane' in limit)) {
      const input = { ...turns, ...limit, withinMs: spanMs + longestHoldMs };
      const taken = await ctx.db.run(takeNearTurn, input);
      return taken.isTaken ? turnOf(taken) : undefined;
    }
    for (;;) {
      const taken = await ctx.db.run(takeTurn, { ...turns, name: limit.lane });
      limit.nextAtUs = taken.nextAtUs;
      const turn = turnOf(taken);
      if (-lateBy(ctx, turn.atMs) < farMs) return turn;
      await sleep(farWaitMs);
    }
  }

  /**
   * Lets a channel rest because a further limit has no near turn before `openMs`. Returns for how many milliseconds.
   */
  #hold(ctx: TenantContext, paced: Paced, { name, bucket }: FurtherLimit, openMs: number): number {
    const nowMs = ctx.now().getTime();
    const heldMs = paced.heldUntilMs - nowMs;
    if (heldMs > 0 && heldMs <= longestHoldMs) return heldMs;
    const triedMs = this.#tries.get(name) ?? 0;
    const afterMs = triedMs - nowMs > longestHoldMs ? nowMs : Math.max(nowMs, triedMs);
    const nextMs = Math.max(Math.ceil(afterMs + bucket.intervalUs / 1_000), openMs);
    paced.heldUntilMs = Math.min(nowMs + longestHoldMs, nextMs);
    this.#tries.set(name, paced.heldUntilMs);
    return paced.heldUntilMs - nowMs;
  }

  #paced(ctx: TenantContext, lane: string): Paced {
    const { tenantId } = ctx.db;
    const key = laneKey(tenantId, lane);
    const known = this.#channels.get(key);
    if (known) return known;
    const bucket = this.#rates.get(key);
    const paced = { tenantId, lane, bucket, nextAtUs: 0, waiting: 0, heldUntilMs: 0 };
    this.#channels.set(key, paced);
    return paced;
  }
}

function needed(bucket: Bucket, limit: Needed['limit'], more: Partial<Needed> = {}): Needed {
  return { bucket, limit, leadMs: 0, spanMs: 0, ...more };
}

/** Counts a message as waiting. Returns a function that ends its wait. */
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

/** Waits for a turn, except for one that was taken before the clock was set back. */
async function until(ctx: TenantContext, atMs: number): Promise<void> {
  const waitMs = -lateBy(ctx, atMs);
  if (waitMs > 0 && waitMs < farMs) await sleep(waitMs);
}
