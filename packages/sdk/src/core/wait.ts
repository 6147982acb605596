import { checkNumber } from './config.ts';
import type { RequestOptions } from './options.ts';
import { withTimeLimit } from './time-limit.ts';

/** Options of the methods that wait for the end of background work. */
export interface WaitOptions<Data> extends RequestOptions {
  /** Wait between two requests, in milliseconds. @default 1_000 */
  intervalMs?: number | undefined;
  /** Receives the record after each request. If it throws, the wait ends with that error. */
  onProgress?: ((record: Data) => void) | undefined;
}

/** A record of background work. `finishedAt` is null until the work has ended. */
export interface Ending {
  finishedAt: string | null;
}

/** Reads a record until it has a `finishedAt`. When the signal aborts, the wait ends and the next read rejects. */
export async function waitFor<Data extends Ending>(
  read: (options: RequestOptions) => PromiseLike<Data>,
  { intervalMs = 1_000, onProgress, ...options }: WaitOptions<Data> = {},
): Promise<Data> {
  checkNumber({ intervalMs }, 'milliseconds, 0 or more, such as 1_000', 0);
  for (;;) {
    const record = await read(options);
    onProgress?.(record);
    if (record.finishedAt) return record;
    await withTimeLimit(intervalMs, options.signal);
  }
}
