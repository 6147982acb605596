import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openAt, type Place, targets } from '../../test/databases.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { startServer } from '../../test/start-server.ts';
import { KeyAdmission } from '../api-keys/admission.ts';
import { hashKey } from '../api-keys/format.ts';
import { apiKeysTable } from '../api-keys/table.ts';
import { SystemDb } from '../db/system-db.ts';

describe.each(targets)('authentication on %s', (target) => {
  const server = serverOfTests(() => startServer(target));

  const ask = async (headers: Record<string, string>, path = '/api/v1/tenants/current') => {
    const response = await fetch(server.baseUrl + path, { headers });
    const body = (await response.json()) as { id?: string; error?: { code: string } };
    return { status: response.status, headers: response.headers, body };
  };

  test('only the API key selects the tenant', async () => {
    const [a, b] = await Promise.all([server.createTenant(), server.createTenant()]);
    const answer = await ask(
      { 'x-api-key': a.apiKey, 'x-org-slug': b.tenantId, 'x-app-id': b.tenantId },
      `/api/v1/tenants/current?app_id=${b.tenantId}&tenantId=${b.tenantId}`,
    );
    expect(answer.body.id).toBe(a.tenantId);
  });

  test('refuses a suspended tenant with its reason and quota headers', async () => {
    const tenant = await server.createTenant({ quota: { limit: 5, windowSeconds: 60 } });
    await tenant.suspend();
    const answer = await ask({ 'x-api-key': tenant.apiKey });
    expect([answer.status, answer.body.error?.code]).toEqual([403, 'SVC-TENANT-SUSPENDED']);
    expect(answer.headers.get('ratelimit-limit')).toBe('5');
  });

  test('the last use of a key is recorded soon after', async () => {
    const { apiKey } = await server.createTenant();
    await ask({ 'x-api-key': apiKey });
    await server.deps.admission.flushKeyUse();
    const answer = (await ask({ 'x-api-key': apiKey }, '/api/v1/api-keys/current')).body as {
      lastUsedAt?: string;
    };
    expect(Date.now() - Date.parse(answer.lastUsedAt ?? '')).toBeLessThan(60_000);
  });

  test('the last use of a key does not step back when another process writes it later', async () => {
    const { apiKey, tenantId } = await server.createTenant();
    const { system } = server.deps;
    const [early, late] = [new KeyAdmission(system), new KeyAdmission(system)];
    const times = ['2031-01-01T00:00:00.000Z', '2031-01-01T00:01:00.000Z'] as const;
    await early.admit(hashKey(apiKey), new Date(times[0]));
    await late.admit(hashKey(apiKey), new Date(times[1]));
    await late.flushKeyUse();
    await early.flushKeyUse();
    const keys = await server.contextOf(tenantId).db.select(apiKeysTable);
    expect(keys).toMatchObject([{ last_used_at: times[1] }]);
  });

  test('the last use of each key is recorded although a write failed', async () => {
    const tenants = [await server.createTenant(), await server.createTenant()];
    for (const { apiKey } of tenants) await ask({ 'x-api-key': apiKey });
    const forTenant = vi.spyOn(server.deps.system, 'forTenant');
    onTestFinished(() => forTenant.mockRestore());
    forTenant.mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    await expect(server.deps.admission.flushKeyUse()).rejects.toThrow('is away');
    await server.deps.admission.flushKeyUse();
    for (const { tenantId } of tenants) {
      const keys = await server.contextOf(tenantId).db.select(apiKeysTable);
      expect(keys).toMatchObject([{ last_used_at: expect.any(String) }]);
    }
  });

  test('the database does not contain the key', async () => {
    const { apiKey, tenantId } = await server.createTenant();
    const rows = await server.contextOf(tenantId).db.select(apiKeysTable);
    const text = JSON.stringify(rows);
    expect(text).toContain(hashKey(apiKey));
    expect(text).not.toContain(apiKey.slice(9, 30));
  });
});

describe.each(targets)('quotas on %s', (target) => {
  test('after the clock stepped back an hour, a key still waits for one interval only', async () => {
    const server = await startServer(target);
    const { apiKey } = await server.createTenant({ quota: { limit: 2, windowSeconds: 4 } });
    const ask = () =>
      fetch(`${server.baseUrl}/api/v1/tenants/current`, { headers: { 'x-api-key': apiKey } });
    const burst = async () =>
      (await Promise.all([ask(), ask(), ask()])).map(({ status }) => status);
    expect((await burst()).sort()).toEqual([200, 200, 429]);
    await server.advance(-3_600_000);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
    await server.advance(2_000);
    expect((await burst()).sort()).toEqual([200, 429, 429]);
    await server.advance(3_600_000);
    expect((await burst()).sort()).toEqual([200, 200, 429]);
    await server.close();
  });

  test('each key has its own quota, or the default of the installation', async () => {
    const server = await startServer(target, { env: { PARLEY_RATE_LIMIT: '7' } });
    const tenant = await server.createTenant({ quota: { limit: 1, windowSeconds: 60 } });
    const other = await tenant.createKey();
    await server.deps.database
      .writer('api_keys')
      .where({ id: other.id })
      .update({ rate_limit: null, rate_window_seconds: null });
    const ask = (key: string) =>
      fetch(`${server.baseUrl}/api/v1/api-keys/current`, { headers: { 'x-api-key': key } });
    await ask(tenant.apiKey);
    expect((await ask(tenant.apiKey)).status).toBe(429);
    const answer = await ask(other.apiKey);
    expect(answer.headers.get('ratelimit-limit')).toBe('7');
    expect(((await answer.json()) as { rateLimit: unknown }).rateLimit).toEqual({
      limit: 7,
      windowSeconds: 60,
    });
    await server.close();
  });

  test('limits failed authentication by address, but not valid keys', async () => {
    const server = await startServer(target, { env: { PARLEY_FAILED_AUTH_LIMIT: '3' } });
    const { apiKey } = await server.createTenant();
    const ask = (key: string) =>
      fetch(`${server.baseUrl}/api/v1/tenants/current`, {
        headers: { 'x-api-key': key, 'x-forwarded-for': `10.0.0.${Math.random()}` },
      });
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await ask('wrong')).status);
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const limited = await ask('wrong');
    expect(((await limited.json()) as { error: { details: unknown } }).error.details).toMatchObject(
      { scope: 'ip', limit: 3 },
    );
    expect(limited.headers.get('ratelimit-limit')).toBeNull();
    expect((await ask(apiKey)).status).toBe(200);
    await server.close();
  });

  test('behind a trusted proxy, uses the address of the client', async () => {
    const server = await startServer(target, {
      env: { PARLEY_FAILED_AUTH_LIMIT: '1', PARLEY_TRUST_PROXY: '1' },
    });
    const ask = (address: string) =>
      fetch(`${server.baseUrl}/api/v1/tenants/current`, {
        headers: { 'x-forwarded-for': address },
      });
    const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.1', '2001:db8::1', '2001:db8::ffff:1'];
    const statuses = [];
    for (const address of addresses) statuses.push((await ask(address)).status);
    expect(statuses).toEqual([401, 401, 429, 401, 429]);
    // Some proxies append the port of the client, which changes with each connection.
    for (const address of ['10.0.0.3:1', '10.0.0.3:2', '[2001:db8:1::1]:1', '[2001:db8:1::2]:2'])
      statuses.push((await ask(address)).status);
    expect(statuses.slice(5)).toEqual([401, 429, 401, 429]);
    await server.close();
  });
});

describe('several processes on Postgres', () => {
  test('three processes together admit exactly the limit', async () => {
    const server = await startServer('Postgres');
    const { apiKey } = await server.createTenant({ quota: { limit: 100, windowSeconds: 3_600 } });
    const { dataDir, databaseUrl } = server.deps.config;
    const place = { dataDir, ...(databaseUrl ? { databaseUrl } : {}) };
    const processes = [server.deps.admission, admissionAt(place), admissionAt(place)];
    const turns = await Promise.all(
      Array.from({ length: 1_200 }, async (_, n) => {
        if (n % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
        return await processes[n % 3]?.admit(hashKey(apiKey), new Date());
      }),
    );
    expect(turns.filter((turn) => turn?.quota?.admitted)).toHaveLength(100);
    await server.close();
  });

  test('all processes refuse a revoked key at once', async () => {
    const server = await startServer('Postgres');
    const { apiKey, apiKeyId } = await server.createTenant();
    const { dataDir, databaseUrl } = server.deps.config;
    const other = admissionAt({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) });
    expect((await other.admit(hashKey(apiKey), new Date()))?.quota?.admitted).toBe(true);
    await fetch(`${server.baseUrl}/api/v1/api-keys/${apiKeyId}/revoke`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
    });
    expect((await other.admit(hashKey(apiKey), new Date()))?.quota).toBeUndefined();
    await server.close();
  });
});

/** Returns the quota check of another server process of the installation. */
function admissionAt(place: Place): KeyAdmission {
  return new KeyAdmission(new SystemDb(openAt(place)));
}
