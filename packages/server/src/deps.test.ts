import { once } from 'node:events';
import fs, { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { contextFor } from '../test/contexts.ts';
import { freshDatabase, targets } from '../test/databases.ts';
import { closedPort } from '../test/receivers.ts';
import { untrustedPostgres } from '../test/starting-postgres.ts';
import { generateKey } from './api-keys/format.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { SystemDb } from './db/system-db.ts';
import { createDeps, createLog, createOutput } from './deps.ts';
import { createWorker } from './jobs/create-worker.ts';
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

test('the log has one line per minute about a wrong secret key, with the number of dropped ones', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(1e6);
  onTestFinished(() => now.mockRestore());
  const lines = logged((log) => {
    const fail = () => log.error({ err: new SealError('unknown key') }, 'could not sign');
    for (const ms of [0, 0, 30_000, 59_999]) {
      now.mockReturnValue(1e6 + ms);
      fail();
    }
    log.error({ err: new SealError('cut off') }, 'could not read');
    log.error('no fields');
    for (const ms of [60_000, 120_000]) {
      now.mockReturnValue(1e6 + ms);
      fail();
    }
  });
  expect(parsed(lines).map(({ msg, suppressed }) => [msg, suppressed])).toEqual([
    ['could not sign', undefined],
    ['could not read', undefined],
    ['no fields', undefined],
    ['could not sign', 3],
    ['could not sign', undefined],
  ]);
});

test('the log has a line about each right that the role lacks, also within a minute', () => {
  const refusal = (table: string) =>
    Object.assign(new Error(`permission denied for table ${table}`), { code: '42501' });
  const lines = logged((log) => {
    for (const table of ['jobs', 'messages', 'jobs']) {
      log.error({ err: refusal(table) }, 'request failed');
    }
  });
  expect(parsed(lines)).toEqual([
    expect.objectContaining({ err: expect.objectContaining({ message: refusal('jobs').message }) }),
    expect.objectContaining({
      err: expect.objectContaining({ message: refusal('messages').message }),
    }),
  ]);
});

const unavailableDatabases: [what: string, urlOf: () => Promise<string>, reason: RegExp][] = [
  ['that refuses connections', noDatabase, /^connect ECONNREFUSED 127\.0\.0\.1:\d+$/],
  ['whose certificate is not trusted', untrustedPostgres, /^self-signed certificate$/],
  ['whose file of certificates is missing', () => withFile('/proc/none.pem'), /^ENOENT: .* open /],
  ['whose file of certificates is in no folder', () => withFile('/proc/version/a'), /^ENOTDIR: /],
];

async function withFile(path: string): Promise<string> {
  return `${await noDatabase()}?sslmode=verify-full&sslrootcert=${path}`;
}

async function noDatabase(): Promise<string> {
  return (await closedPort()).replace('http', 'postgres');
}

test.each(unavailableDatabases)(
  'requests to a database %s get 503, and the log says so once',
  async (_what, urlOf, reason) => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const databaseUrl = await urlOf();
    const { config } = readConfig({
      PARLEY_DATABASE_URL: databaseUrl,
      PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 7').toString('base64'),
    });
    const deps = createDeps(config, { log });
    const app = createServer(
      createApp(deps, { readiness: { draining: false, ping: async () => true } }),
    );
    onTestFinished(() => void app.close());
    await once(app.listen(0, '127.0.0.1'), 'listening');
    const { port } = app.address() as AddressInfo;
    const headers = { authorization: `Bearer ${generateKey()}` };
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/tags`, { headers });
      return [answer.status, answer.headers.get('retry-after')].join();
    };
    const worker = createWorker(deps);
    worker.start();
    expect(new Set(await Promise.all(Array.from({ length: 20 }, ask)))).toEqual(new Set(['503,1']));
    // A chore that still runs when the pool closes fails with another error.
    await worker.stop(60_000);
    await deps.database.close();
    // The same error from another server is not about the database.
    const refused: unknown = await fetch(await closedPort()).catch((error) => error.cause);
    log.error({ err: refused }, 'the model does not answer');
    const [other, ...unavailable] = parsed(lines.join('')).reverse();
    expect(other).toMatchObject({
      msg: 'the model does not answer',
      err: { code: 'ECONNREFUSED' },
    });
    const messages = unavailable.map(({ msg }) => msg);
    expect(messages).toContain('request failed');
    expect(messages).toEqual([...new Set(messages)]);
    for (const line of unavailable) {
      expect(line).toMatchObject({
        unavailable: 'database',
        reason: expect.stringMatching(reason),
      });
      expect(line).not.toHaveProperty('err');
    }
  },
);

test('a log that could not be written has what it kept, and goes on when there is room', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'log');
  const output = createOutput(openSync(file, 'w'));
  const log = createLog('info', output);
  const write = vi.spyOn(fs, 'write').mockImplementation((...given: unknown[]) => {
    const done = given.at(-1) as (error: Error) => void;
    done(Object.assign(new Error('full'), { code: 'ENOSPC' }));
  });
  const text = 'x'.repeat(1_000);
  for (let line = 1; line <= 1_200; line += 1) log.info({ line }, text);
  write.mockRestore();
  // It has the length of lines that were dropped.
  for (const [line, msg] of [
    [1_201, text],
    [1_202, 'last'],
  ] as const) {
    const drained = once(output, 'drain');
    log.info({ line }, msg);
    await drained;
  }
  const written = parsed(readFileSync(file, 'utf8'));
  expect(written.at(0)).toMatchObject({ line: 1 });
  expect(written.length).toBeLessThan(1_100);
  expect(written.at(-1)).toMatchObject({ msg: 'last' });
  output.destroy();
});

test('a log whose disk is full neither ends the process nor delays its end', async () => {
  const full = openSync('/dev/full', 'w');
  const output = createOutput(full);
  const log = createLog('info', output);
  for (let line = 1; line <= 3; line += 1) {
    const failed = new Promise((resolve) => output.once('error', resolve));
    log.info('a request');
    expect(await failed).toMatchObject({ code: 'ENOSPC' });
  }
  output.flushSync();
  output.destroy();
});

function parsed(lines: string): Record<string, unknown>[] {
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

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
