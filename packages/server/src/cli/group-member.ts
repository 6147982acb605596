import type { Quota, TokenResult } from '@parley/contract/schemas';
import { MemoryQuotas } from '../api-keys/memory-quotas.ts';
import type { Topic } from '../db/statement.ts';
import type { Deps } from '../deps.ts';
import type { FailureQuotas } from '../http/rate-limit.ts';
import { inTime } from '../in-time.ts';
import { gatherWork } from '../jobs/gather-work.ts';

// The messages between the processes of `parley serve` and the primary process, which has started them.

export type ToPrimary =
  /** This process now listens for messages of the primary process. */
  | { readonly kind: 'ready' }
  /** This process has added work that another process must claim or announce. */
  | { readonly kind: 'work'; readonly topics: readonly Topic[] }
  /** An authentication has failed. The primary process counts the failures of all processes. */
  | { readonly kind: 'count'; readonly place: number; readonly failure: Failure }
  /** The failures of this key no longer count. */
  | { readonly kind: 'forget'; readonly key: string };

export type ToMember =
  | { readonly kind: 'stop' }
  | { readonly kind: 'work'; readonly topics: readonly Topic[] }
  | { readonly kind: 'counted'; readonly place: number; readonly result: TokenResult };

interface Failure {
  readonly key: string;
  readonly nowMs: number;
  readonly quota: Quota;
}

/**
 * The name of the process that claims jobs and deliveries. The other processes notify it when they add work. Without
 * workers, it announces this work to `parley worker` processes.
 */
export const claimingName = '1';
const gatherMs = 5;
const answerMs = 1_000;

/** Handles messages of the primary process. Until `onStop` is called, a request to stop ends this process at once. */
export class GroupMember {
  readonly failureQuotas: FailureQuotas;
  /** Whether this process announces the work of all processes, when it has no workers. */
  readonly announcesWork: boolean;
  readonly #counted = new Map<number, (result: TokenResult) => void>();
  #stop: () => void = () => process.exit(0);

  constructor({ system }: Pick<Deps, 'system'>, name: string) {
    this.announcesWork = name === claimingName;
    this.failureQuotas = this.#countByPrimary();
    process.on('message', (message: ToMember) => {
      if (message.kind === 'stop') this.#stop();
      if (message.kind === 'work') system.wake(message.topics);
      if (message.kind === 'counted') this.#counted.get(message.place)?.(message.result);
    });
    // Terminals and service managers also send their signals to the primary process, which tells this process when to
    // stop.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
    if (!this.announcesWork) {
      gatherWork(system, gatherMs, (topics) => tellPrimary({ kind: 'work', topics }));
    }
    tellPrimary({ kind: 'ready' });
  }

  onStop(stop: () => void): void {
    this.#stop = stop;
  }

  #countByPrimary(): FailureQuotas {
    const own = new MemoryQuotas();
    let places = 0;
    return {
      take: async (key, nowMs, quota) => {
        places += 1;
        const place = places;
        const answered = new Promise<TokenResult>((resolve) => this.#counted.set(place, resolve));
        tellPrimary({ kind: 'count', place, failure: { key, nowMs, quota } });
        const result = await inTime(answered, answerMs, () => own.take(key, nowMs, quota));
        this.#counted.delete(place);
        return result;
      },
      forget: (key) => {
        own.forget(key);
        tellPrimary({ kind: 'forget', key });
      },
    };
  }
}

/** Sends a message to the primary process. If that process has ended, ends this process at once. */
function tellPrimary(message: ToPrimary): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
