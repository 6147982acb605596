import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { SystemDb } from '../db/system-db.ts';
import { forgetLimits } from '../messages/statements/forget-limits.ts';
import { purgeTenants } from './worker-purge.ts';

test.each([
  ['is logged', false],
  ['is not logged if the worker is stopping', true],
])('a failure to delete a tenant %s', async (_title, stops) => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const stopping = new AbortController();
  let due = ['ten_1', 'ten_2'].map((id) => ({ id, purgeAt: '' }));
  const system = {
    run: async (statement: unknown) => (statement === forgetLimits ? [] : due),
    forTenant: () => ({}),
  } as unknown as SystemDb;
  await purgeTenants({
    system,
    log,
    now: () => new Date(),
    newId: () => '',
    stopping: stopping.signal,
    async purgeTenant() {
      due = [];
      if (stops) stopping.abort();
      throw new Error('fails');
    },
  });
  expect(lines).toHaveLength(stops ? 0 : 2);
});
