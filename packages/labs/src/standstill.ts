import { setTimeout as wait } from 'node:timers/promises';

/**
 * Reads what is left to do until it is an empty text, or until it has not changed for `standstillMs`. Returns the last
 * text. A read that fails counts as unchanged, because reads fail while Postgres recovers from a crash.
 */
export async function untilStill(
  readLeft: () => Promise<string>,
  { pollMs, standstillMs }: { readonly pollMs: number; readonly standstillMs: number },
): Promise<string> {
  let before = 'not read yet';
  let changedAt = Date.now();
  for (;;) {
    const left = await readLeft().catch(() => before);
    if (left !== before) changedAt = Date.now();
    if (left === '' || Date.now() - changedAt > standstillMs) return left;
    before = left;
    await wait(pollMs);
  }
}
