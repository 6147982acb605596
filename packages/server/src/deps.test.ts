import { Writable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { contextFor } from '../test/contexts.ts';
import { freshDatabase, targets } from '../test/databases.ts';
import { SystemDb } from './db/system-db.ts';
import { createLog } from './deps.ts';
import { SealError } from './sealing.ts';
import { usersTable } from './users/table.ts';

test('the log never holds a key, a header or a body', () => {
  const lines = logged((log) =>
    log.info({
      authorization: 'Bearer s3cret',
      req: { headers: { 'x-api-key': 's3cret', cookie: 's3cret' }, body: { text: 's3cret' } },
      headers: { 'idempotency-key': 's3cret' },
      apiKey: 's3cret',
      result: { secret: 's3cret' },
    }),
  );
  expect(lines).toContain('[redacted]');
  expect(lines).not.toContain('s3cret');
});

describe.each(targets)('a failed query on %s', (target) => {
  test('is logged without its values', async () => {
    const { database } = await freshDatabase(target);
    const { db } = contextFor(new SystemDb(database));
    const user = {
      id: 'usr_1',
      name: 'Ann s3cret',
      email: 's3cret@example.com',
      role: 'member' as const,
      account_id: null,
      last_seen_at: null,
    };
    const times = { active: 1, created_at: 'now', updated_at: 'now' };
    // The tenant of this record does not exist.
    const error: unknown = await db
      .insert(usersTable, { ...user, ...times })
      .catch((caught) => caught);
    expect(error).toBeInstanceOf(Error);
    const lines = logged((log) => log.error({ err: error }));
    expect(lines).toMatch(/foreign/i);
    expect(lines).not.toContain('s3cret');
  });
});

test('the log has one line about a wrong secret key until a minute has none', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1e6);
  onTestFinished(() => now.mockRestore());
  const lines = logged((log) => {
    const fail = () => log.error({ err: new SealError('unknown key') }, 'could not sign');
    for (const ms of [0, 0, 30_000, 60_000]) {
      now.mockReturnValue(1e6 + ms);
      fail();
    }
    log.error({ err: new SealError('cut off') }, 'could not read');
    log.error('no fields');
    now.mockReturnValue(1e6 + 120_000);
    fail();
  });
  const messages = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).msg);
  expect(messages).toEqual(['could not sign', 'could not read', 'no fields', 'could not sign']);
});

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  write(createLog('info', destination));
  return lines.join('');
}
