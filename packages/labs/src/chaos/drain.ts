import { setTimeout as wait } from 'node:timers/promises';
import type { Deps } from '../server.ts';

const pollMs = 250;
/** Longer than a lease and every wait of the worker of this harness together. */
const standstillMs = 15_000;

/** Resolves when every delivery is settled, or nothing has changed for too long: the rest is lost. */
export async function drain({ database }: Deps): Promise<void> {
  let before = '';
  let changedAt = Date.now();
  for (;;) {
    const now = await unsettled(database).catch(() => before);
    if (now === '') return;
    if (now !== before) changedAt = Date.now();
    if (Date.now() - changedAt > standstillMs) return;
    before = now;
    await wait(pollMs);
  }
}

/** Empty when there is nothing to wait for; else different whenever something was done. */
async function unsettled(database: Deps['database']): Promise<string> {
  const [row] = await database
    .reader('deliveries')
    .whereIn('status', ['ready', 'leased'])
    .count({ open: '*' })
    .sum({ attempts: 'attempts' });
  return Number(row?.['open']) === 0 ? '' : JSON.stringify(row);
}
