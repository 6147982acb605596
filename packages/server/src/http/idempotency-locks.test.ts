import { expect, onTestFinished, test } from 'vitest';
import { openAt } from '../../test/databases.ts';
import { someoneWaits } from '../../test/lock-waits.ts';
import { aPhone, createScene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';

// Only Postgres has locks that requests wait for. Here, each of them waits in vain for five seconds.

const server = serverOfTests(() => startQuiet('Postgres'));

const key = { 'idempotency-key': 'k' };

test.each([
  ['contacts', 'access exclusive'],
  ['idempotency_records', 'share'],
])(
  'a request with a new key that waits for a lock of the table %s gets 503',
  async (table, mode) => {
    const { call } = await createScene(server);
    const other = await beginElsewhere();
    await other.raw(`lock table ${table} in ${mode} mode`);
    const answer = await call('POST /contacts', { name: 'Ana' }, key);
    expect(answer).toMatchObject({ status: 503, json: { error: { code: 'SVC-UNAVAILABLE' } } });
    expect(answer.headers.get('retry-after')).toBe('1');
    await other.rollback();
    expect(await call('POST /contacts', { name: 'Ana' }, key)).toMatchObject({ status: 201 });
  },
);

test('a repeat gets 409 when the first request, in another process, does not end', async () => {
  const { call, channel, ctx, send } = await createScene(server);
  const to = aPhone();
  await send({ to });
  // The statement that accepts a message writes its key, too. A contact and its key have a statement each.
  const requests = [
    ['POST /messages', { channelId: channel.id, to, type: 'text', text: 'Hello' }],
    ['POST /contacts', { name: 'Ana' }],
  ] as const;
  const other = await beginElsewhere();
  await other('idempotency_records').insert(
    requests.map(([scope]) => ({ ...record, tenant_id: ctx.db.tenantId, scope })),
  );
  const repeats = Promise.all(requests.map(([request, body]) => call(request, body, key)));
  await someoneWaits(server.deps.database, requests.length);
  for (const answer of await repeats) {
    expect(answer).toMatchObject({
      status: 409,
      json: { error: { code: 'SVC-IDEMPOTENCY-IN-PROGRESS' } },
    });
    expect(answer.headers.get('retry-after')).toBe('1');
  }
  await other.rollback();
  const later = await Promise.all(requests.map(([request, body]) => call(request, body, key)));
  expect(later.map(({ status }) => status)).toEqual([202, 201]);
});

const record = {
  key: key['idempotency-key'],
  fingerprint: 'f',
  status: 200,
  body: '{}',
  location: null,
  expires_at: Date.now() + 60_000,
};

/** Begins a transaction as another process would, and rolls it back after the test. It may be idle for longer. */
async function beginElsewhere() {
  const { databaseUrl = '', dataDir } = server.deps.config;
  const { writer } = openAt({ databaseUrl, dataDir });
  const transaction = await writer.transaction();
  onTestFinished(async () => {
    if (!transaction.isCompleted()) await transaction.rollback();
  });
  await transaction.raw('set local idle_in_transaction_session_timeout = 0');
  return transaction;
}
