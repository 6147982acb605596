import { describe, expect, test } from 'vitest';
import { openAt, targets } from '../../test/databases.ts';
import { aGate } from '../../test/gate.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { startServer } from '../../test/start-server.ts';
import { prune } from '../db/prune.ts';
import { SystemDb } from '../db/system-db.ts';
import { eventsTable } from '../events/table.ts';
import { idempotencyRecordsTable } from '../idempotency/table.ts';
import { pruneResponses } from '../jobs/worker-prune.ts';
import { inTransaction } from '../tenancy/context.ts';
import { Replay } from '../tenancy/idempotency.ts';
import { CheckedJson } from './checked-json.ts';
import { type Once, runOnce } from './idempotency.ts';

describe.each(targets)('Idempotency-Key on %s', (target) => {
  const server = serverOfTests(() => startServer(target));

  const revoke = (key: string, id: string, idempotencyKey: string, body?: string) =>
    fetch(`${server.baseUrl}/api/v1/api-keys/${id}/revoke`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'idempotency-key': idempotencyKey,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body }),
    });

  test('50 concurrent requests with one key have one effect and equal responses', async () => {
    const tenant = await server.createTenant();
    const victim = await tenant.createKey();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => revoke(tenant.apiKey, victim.id, 'fifty', '{}')),
    );
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(texts).size).toBe(1);
    expect(
      answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true'),
    ).toHaveLength(49);
    const { db } = server.contextOf(tenant.tenantId);
    expect(await db.select(eventsTable).where({ type: 'api_key.revoked' })).toHaveLength(1);
    expect(await db.select(idempotencyRecordsTable)).toHaveLength(1);
  });

  test('refuses the same key with another body before the schema of the body', async () => {
    const tenant = await server.createTenant();
    const victim = await tenant.createKey();
    await revoke(tenant.apiKey, victim.id, 'k', '{"a":1}');
    expect((await revoke(tenant.apiKey, victim.id, 'k', '[]')).status).toBe(422);
  });

  test('stores successes only: a refusal frees the key', async () => {
    const tenant = await server.createTenant();
    expect((await revoke(tenant.apiKey, 'key_none', 'k', '{}')).status).toBe(404);
    expect(await server.contextOf(tenant.tenantId).db.select(idempotencyRecordsTable)).toEqual([]);
  });

  test('a stored response expires after 24 hours', async () => {
    const tenant = await server.createTenant();
    const victim = await tenant.createKey();
    await revoke(tenant.apiKey, victim.id, 'k', '{}');
    const { db } = server.contextOf(tenant.tenantId);
    const pruneIn = (hours: number) =>
      prune(server.deps.system, pruneResponses, Date.now() + hours * 3_600_000);
    await pruneIn(23.9);
    expect(await db.select(idempotencyRecordsTable)).toHaveLength(1);
    await pruneIn(24.1);
    expect(await db.select(idempotencyRecordsTable)).toEqual([]);
  });

  test('the effect and the stored response are committed together or not at all', async () => {
    const { tenantId } = await server.createTenant();
    const ctx = server.contextOf(tenantId);
    const idempotency = {
      scope: 'POST /trial',
      key: 'k',
      fingerprint: 'f',
      expiresAtMs: Date.now() + 1_000,
    };
    const failing = runOnce(
      ctx,
      idempotency,
      once(async (ctx) => {
        await ctx.db.insert(idempotencyRecordsTable, { ...row, scope: 'effect' });
        throw new Error('halfway');
      }),
    );
    await expect(failing).rejects.toThrow('halfway');
    expect(await ctx.db.select(idempotencyRecordsTable)).toEqual([]);
    await runOnce(ctx, idempotency, once());
    await expect(runOnce(ctx, idempotency, once())).rejects.toBeInstanceOf(Replay);
  });

  test('a repeat in another process waits for the first request and gets its response', async () => {
    const { tenantId } = await server.createTenant();
    const ctx = server.contextOf(tenantId);
    const { dataDir, databaseUrl } = server.deps.config;
    const elsewhere = new SystemDb(openAt({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) }));
    const other = { ...ctx, db: elsewhere.forTenant(tenantId) };
    const idempotency = {
      scope: 'POST /trial',
      key: 'two',
      fingerprint: 'f',
      expiresAtMs: Date.now() + 1_000,
    };
    const { open: inside, opened: entered } = aGate();
    const { open: finish, opened: finished } = aGate();
    // As another process would do it: the record is written in a transaction that is still open.
    const first = inTransaction(other, async (other) => {
      const record = { ...row, key: 'two', body: '{"from":"first"}' };
      await other.db.insertIfAbsent(idempotencyRecordsTable, record);
      inside();
      await finished;
    });
    await entered;
    const again = once(async (ctx) => {
      await ctx.db.insert(idempotencyRecordsTable, { ...row, scope: 'effect' });
      return answer;
    });
    const second = runOnce(ctx, idempotency, again).catch((error: unknown) => error);
    setImmediate(finish);
    await first;
    expect(await second).toMatchObject({ answer: { body: '{"from":"first"}' } });
    // The effect of the second request was rolled back.
    expect(await ctx.db.select(idempotencyRecordsTable).where({ scope: 'effect' })).toEqual([]);
  });
});

const row = {
  scope: 'POST /trial',
  key: 'k',
  fingerprint: 'f',
  status: 200,
  body: '{}',
  location: null,
  expires_at: Date.now() + 60_000,
};
const answer = { status: 200, body: new CheckedJson('{}'), location: null };

function once(run: Once<undefined>['run'] = async () => answer): Once<undefined> {
  return { prepare: async () => undefined, run, secrets: [] };
}
