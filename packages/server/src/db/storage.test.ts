import { describe, expect, onTestFinished, test } from 'vitest';
import { targets } from '../../test/databases.ts';
import { exchange } from '../../test/exchange.ts';
import { startServer } from '../../test/start-server.ts';
import { createLog } from '../deps.ts';
import type { Database } from './database.ts';

describe.each(targets)('a database on %s whose disk is full', (target) => {
  test('answers writes with 503, fails readiness, logs it once, and recovers', async () => {
    const errors: { err?: { code?: string } }[] = [];
    const write = (line: string) => void errors.push(JSON.parse(line));
    const log = createLog('error', { write });
    const server = await startServer(target, { log });
    onTestFinished(() => server.close());
    const { apiKey } = await server.createTenant();
    const { database } = server.deps;
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
    const create = () =>
      exchange(`${server.baseUrl}/api/v1/contacts`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ metadata: { note: 'x'.repeat(500), more: 'y'.repeat(500) } }),
      });
    const together = () => Promise.all(Array.from({ length: 20 }, create));
    const readiness = async () => (await fetch(`${server.baseUrl}/readyz`)).status;
    expect((await create()).status).toBe(201);

    await fill(database);
    await expect.poll(async () => (await together()).map(({ status }) => status)).toContain(503);
    for (const answer of [...(await together()), ...(await together())]) {
      expect([answer.status, answer.code]).toEqual([503, 'SVC-UNAVAILABLE']);
      expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
    expect(await readiness()).toBe(503);
    const read = await exchange(`${server.baseUrl}/api/v1/contacts`, { headers });
    expect(read.status).toBe(200);
    expect(errors.map(({ err }) => err?.code)).toEqual([
      target === 'SQLite' ? 'SQLITE_FULL' : '53100',
    ]);

    await free(database);
    expect(await readiness()).toBe(200);
    expect((await together()).map(({ status }) => status)).toEqual(Array(20).fill(201));
  });
});

const tables = ['contacts', 'schema_migrations'];

async function fill({ dialect, writer }: Database): Promise<void> {
  if (dialect === 'sqlite') {
    // Not below the number that it has.
    await writer.raw('PRAGMA max_page_count = 1');
    return;
  }
  await writer.raw(
    `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`,
  );
  for (const table of tables) {
    await writer.raw(
      `create trigger refuse before insert on ${table} for each row execute function refuse()`,
    );
  }
}

async function free({ dialect, writer }: Database): Promise<void> {
  if (dialect === 'sqlite') await writer.raw('PRAGMA max_page_count = 4294967294');
  else await writer.raw('drop function refuse() cascade');
}
