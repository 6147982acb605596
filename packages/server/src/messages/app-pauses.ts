import type { ChannelType } from '@parley/contract/schemas';
import { networkOfApp } from '@parley/domain';
import type { TenantContext } from '../tenancy/context.ts';
import { findPostponed } from './statements/take-turn.ts';

/** How long a process uses the pauses that it has read, in milliseconds. */
const rememberedMs = 1_000;

/**
 * Knows on which networks an app is paused. Only while one is, messages of this network read which app they belong to,
 * and whether this app is paused.
 */
export class AppPauses {
  #networks: ReadonlySet<ChannelType | undefined> = new Set();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  /** Reads the pauses, unless they were read less than a second ago. */
  async refresh(ctx: TenantContext): Promise<void> {
    if (Math.abs(ctx.now().getTime() - this.#readAtMs) >= rememberedMs) {
      this.#reading ??= this.#read(ctx).finally(() => {
        this.#reading = undefined;
      });
    }
    await this.#reading;
  }

  /** Lets the next `refresh` read the pauses. */
  forget(): void {
    this.#readAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Returns whether the channels of an app of this network may be paused. */
  isAny(type: ChannelType): boolean {
    return this.#networks.has(type);
  }

  async #read(ctx: TenantContext): Promise<void> {
    const nowMs = ctx.now().getTime();
    this.#readAtMs = nowMs;
    try {
      const names = await ctx.db.run(findPostponed, { nowMs });
      this.#networks = new Set(names.map(networkOfApp));
    } catch (error) {
      this.forget();
      throw error;
    }
  }
}
