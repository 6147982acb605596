import fs, { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { environment } from '../../test/command.ts';
import { freshPlace, migratedPlace, openAt, type Place, targets } from '../../test/databases.ts';
import { closedPort } from '../../test/receivers.ts';
import { runCommand } from '../../test/run-command.ts';
import { createChannel } from '../channels/service.ts';
import { readConfig } from '../config.ts';
import { type Database, sqliteFile } from '../db/database.ts';
import { checkConnections, checkVersion } from '../db/health.ts';
import { migrations } from '../db/migrations/all.ts';
import { createDeps, type Deps } from '../deps.ts';
import { totpPlace } from '../sessions/prove.ts';
import { openSuppressionKeys } from '../suppressions/keys.ts';
import { createTenant } from '../tenants/service.ts';
import { sampleSealed } from '../tenants/statements/sample-sealed.ts';
import { createWebhookEndpoint } from '../webhook-endpoints/service.ts';
import { contextOf } from './context.ts';

const otherKey = { PARLEY_SECRET_KEY: Buffer.alloc(32, 'key 8').toString('base64') };
const noKey = { PARLEY_SECRET_KEY: '' };

describe.each(targets)('`doctor` on %s', (target) => {
  test('finds nothing wrong before the first start', async () => {
    const { out } = await runCommand(await freshPlace(target), ['doctor']);
    expect(out).toMatch(/^ok {5}(?:database|migrations): not \w+ yet: `parley serve`/m);
    // The Postgres of the tests does not wait for its disk.
    expect(out).not.toMatch(/^WRONG {2}(?!fsync|synchronous_commit)/m);
    expect(out).not.toContain('create extension');
  });

  test('reports missing migrations by their number and the first and last name', async () => {
    const place = await migratedPlace(target);
    const names = migrations.slice(-3).map(({ name }) => name);
    const missing = openAt(place).writer('schema_migrations').whereIn('name', names);
    await missing.delete();
    const { code, out } = await runCommand(place, ['doctor']);
    expect(code).toBe(1);
    expect(out).toContain(
      `WRONG  migrations: 3 pending (${names[0]} to ${names[2]}); run npx parley migrate up\n`,
    );
  });

  test('counts the stored secrets that another key encrypted, of which a start warns', async () => {
    const place = await migratedPlace(target);
    expect(await sealInEachTable(place)).toHaveLength(4);
    const right = await runCommand(place, ['doctor']);
    expect(right.out).toContain('ok     stored secrets: can be decrypted\n');

    const wrong = await runCommand(place, ['doctor'], { env: otherKey });
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/^WRONG {2}stored secrets: 5 cannot be decrypted: set PARLEY_SEC/m);

    // Refused after the warning, because its address is not of this machine.
    const env = { ...otherKey, PARLEY_HOST: '192.0.2.1' };
    const { err } = await runCommand(place, ['serve'], { env });
    expect(err).toMatch(/^Warning: some stored secrets cannot be decrypted: set PARLEY_SECRET_K/);
    const { err: quiet } = await runCommand(place, ['serve'], { env: { ...env, ...rightKey } });
    expect(quiet).not.toContain('Warning');
  });
});

test('`doctor` reports a data folder that no start can create', async () => {
  const { dataDir } = await freshPlace('SQLite');
  writeFileSync(`${dataDir}/file`, '');
  const { code, out } = await runCommand({ dataDir: `${dataDir}/file/data` }, ['doctor']);
  expect(code).toBe(1);
  expect(out).toContain('WRONG  data folder: ');
});

test('`doctor` prints the absolute path of the data folder', async () => {
  const { out } = await runCommand({ dataDir: './no-data-yet' }, ['doctor']);
  expect(out).toContain(`ok     data folder: ${resolve('no-data-yet')}\n`);
});

test('`doctor` reports a media folder that the server cannot create, of which a start warns', async () => {
  const env = { PARLEY_MEDIA_STORE: 'file:/proc/parley' };
  const place = await migratedPlace('SQLite');
  const { code, out } = await runCommand(place, ['doctor'], { env });
  expect(code).toBe(1);
  const wrong = /file:\/proc\/parley: \w+: .*: check PARLEY_MEDIA_STO/;
  expect(out).toMatch(new RegExp(`^WRONG {2}media store: ${wrong.source}`, 'm'));
  // Refused after the warning, because its address is not of this machine.
  const refused = { PARLEY_HOST: '192.0.2.1' };
  const { err } = await runCommand(place, ['serve'], { env: { ...env, ...refused } });
  expect(err).toMatch(new RegExp(`^Warning: files cannot be stored: ${wrong.source}`));
  const { err: quiet } = await runCommand(place, ['serve'], { env: refused });
  expect(quiet).not.toContain('Warning');
});

test('with a full disk, `doctor` goes on after it, and the advice about files is to free space', async () => {
  const place = await migratedPlace('SQLite');
  const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 0, bsize: 4096 } as fs.StatsFs);
  vi.spyOn(fs.promises, 'writeFile').mockRejectedValue(full);
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  const { code, out } = await runCommand(place, ['doctor']);
  expect(code).toBe(1);
  expect(out).toContain('WRONG  disk: 0 MB free: free disk space\n');
  expect(out).toContain('ok     migrations: applied\n');
  expect(out).toMatch(/^WRONG {2}media store: .*: ENOSPC: no space left: free disk space$/m);
  expect(out).toContain('ok     background jobs: none has failed\n');
});

test('`doctor` on Postgres checks the disk of a folder for files, but not that of S3', async () => {
  const place = await freshPlace('Postgres');
  vi.spyOn(fs, 'statfsSync').mockReturnValue({ bavail: 0, bsize: 4096 } as fs.StatsFs);
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  const { code, out } = await runCommand(place, ['doctor']);
  expect(code).toBe(1);
  expect(out).toContain('WRONG  media disk: 0 MB free: free disk space\n');
  const env = {
    PARLEY_MEDIA_STORE: `s3://files?endpoint=${await closedPort()}`,
    PARLEY_MEDIA_ACCESS_KEY: 'key',
    PARLEY_MEDIA_SECRET_KEY: 'secret',
  };
  const { out: ofS3 } = await runCommand(place, ['doctor'], { env });
  expect(ofS3).not.toContain('media disk');
});

test('connections that Postgres keeps for certain roles do not count, and a worker needs its own', async () => {
  const places = { processes: 4, databasePool: 20, worker: false };
  const settings = { max_connections: '100', superuser_reserved_connections: '3' };
  const check = async (given: Record<string, string>) => {
    const rows = Object.entries(given).map(([name, setting]) => ({ name, setting }));
    const reader = { raw: async () => ({ rows }) };
    return await checkConnections({ dialect: 'postgres', reader } as unknown as Database, places);
  };
  const worker = 'each `parley worker` needs up to 21 more';
  expect(await check(settings)).toMatchObject([{ ok: true, note: `up to 80 of 97; ${worker}` }]);
  expect(await check({ ...settings, reserved_connections: '18' })).toMatchObject([
    {
      ok: false,
      note: expect.stringMatching(`^up to 80 of 79; ${worker}: lower PARLEY_PROCESSES`),
    },
  ]);
  const { out } = await runCommand(await freshPlace('Postgres'), ['doctor']);
  expect(out).toMatch(/^ok {5}connections: up to 11 of 2\d\d; each/m);
});

test('`doctor` reports invalid settings, as JSON too', async () => {
  const place = await freshPlace('SQLite');
  const env = { PARLEY_PORT: 'http' };
  const text = await runCommand(place, ['doctor'], { env });
  expect([text.code, text.out]).toEqual([
    1,
    expect.stringMatching(/^WRONG {2}environment: Invalid/m),
  ]);
  const { code, out } = await runCommand(place, ['doctor', '--json'], { env });
  expect([code, JSON.parse(out)]).toMatchObject([
    1,
    {
      ok: false,
      checks: [
        { name: 'node', ok: true },
        { name: 'environment', ok: false, note: expect.stringContaining('PARLEY_PORT must be') },
      ],
      settings: {},
    },
  ]);
});

const rightKey = { PARLEY_SECRET_KEY: environment({ dataDir: '' })['PARLEY_SECRET_KEY'] ?? '' };

test('a database without its secret key is reported and not served, and gets no new key', async () => {
  const place = await migratedPlace('SQLite');
  await sealInEachTable(place);
  const doctor = await runCommand(place, ['doctor'], { env: noKey });
  expect(doctor.code).toBe(1);
  expect(doctor.out).toMatch(/^WRONG {2}secret key: \S+secret-key is missing: restore it/m);
  expect(doctor.out).toMatch(/^WRONG {2}stored secrets: 5 cannot be decrypted/m);
  const serve = await runCommand(place, ['serve'], { env: noKey });
  expect([serve.code, serve.err]).toEqual([
    1,
    expect.stringMatching(/^\S+secret-key is missing: restore it .*\n$/),
  ]);
  expect(readdirSync(place.dataDir)).not.toContain('secret-key');
});

test('a log without its database is reported and kept, by `doctor` and other commands', async () => {
  const place = await freshPlace('SQLite');
  const log = `${sqliteFile(place.dataDir)}-wal`;
  writeFileSync(log, 'messages');
  const doctor = await runCommand(place, ['doctor']);
  expect(doctor.code).toBe(1);
  expect(doctor.out).toMatch(/^WRONG {2}data folder: \S+parley\.db is missing or empty, but/m);
  const list = await runCommand(place, ['tenants', 'list']);
  expect([list.code, list.err]).toEqual([
    1,
    expect.stringMatching(/^\S+parley\.db is missing .*\n$/),
  ]);
  expect(readdirSync(place.dataDir)).toEqual(['parley.db-wal']);
});

test('`doctor` reports a media folder that the first start cannot create', async () => {
  const { dataDir } = await freshPlace('SQLite');
  writeFileSync(`${dataDir}/file`, '');
  const env = { PARLEY_MEDIA_STORE: `file:${dataDir}/file/media` };
  const { code, out } = await runCommand({ dataDir }, ['doctor'], { env });
  expect(code).toBe(1);
  expect(out).toMatch(
    /^WRONG {2}media store: file:\S+\/file\/media: E\w+: .*: check PARLEY_MEDIA_ST/m,
  );
});

test('`doctor` creates nothing in a data folder before the first start', async () => {
  const { dataDir } = await freshPlace('SQLite');
  expect((await runCommand({ dataDir }, ['doctor'], { env: noKey })).code).toBe(0);
  expect(readdirSync(dataDir)).toEqual([]);
  const absent = `${dataDir}/data`;
  expect((await runCommand({ dataDir: absent }, ['doctor'], { env: noKey })).code).toBe(0);
  expect(existsSync(absent)).toBe(false);
});

test('`doctor` on Postgres creates no table before the first start', async () => {
  const place = await freshPlace('Postgres');
  await runCommand(place, ['doctor']);
  expect(await openAt(place).reader.schema.hasTable('schema_migrations')).toBe(false);
});

test('`doctor` counts the connections of all processes, and one on which their workers listen', async () => {
  const place = await migratedPlace('Postgres');
  for (const [PARLEY_WORKER, most] of [
    ['on', 21],
    ['off', 20],
  ] as const) {
    const env = { PARLEY_PROCESSES: '2', PARLEY_DATABASE_POOL: '10', PARLEY_WORKER };
    const { out } = await runCommand(place, ['doctor'], { env });
    expect(out).toContain(`ok     connections: up to ${most} of `);
  }
});

test('`doctor` says why Postgres cannot be used', async () => {
  const place = await freshPlace('Postgres');
  const absent = new URL(place.databaseUrl ?? '');
  absent.pathname = '/nodb';
  const { host } = new URL(await closedPort());
  for (const [databaseUrl, why] of [
    [absent.href, 'The database refuses the connection: database "nodb" does not exist.'],
    [`postgres://ann:hush@${host}/parley`, `The database at ${host} does not accept connections`],
  ] as const) {
    const { code, out } = await runCommand({ ...place, databaseUrl }, ['doctor']);
    expect(code).toBe(1);
    expect(out).toContain(`WRONG  database: ${why}`);
    expect(out).not.toContain('hush');
  }
});

test('`doctor` and a start say that Postgres refuses writes, and why', async () => {
  const readOnly = await migratedPlace('Postgres');
  await openAt(readOnly).writer.raw(
    `alter database ${nameOf(readOnly)} set default_transaction_read_only = on`,
  );
  const fresh = await freshPlace('Postgres');
  const url = new URL(fresh.databaseUrl ?? '');
  [url.username, url.password] = [`reader_of_${nameOf(fresh)}`, 'hush'];
  const { writer } = openAt(fresh);
  await writer.raw(`create role ${url.username} login password 'hush'`);
  onTestFinished(() => writer.raw(`drop role ${url.username}`));
  for (const [place, why] of [
    [readOnly, 'The database server is read-only: '],
    [{ ...fresh, databaseUrl: url.href }, 'The role of PARLEY_DATABASE_URL has too few rights: '],
  ] as const) {
    const { code, out } = await runCommand(place, ['doctor']);
    expect([code, out]).toEqual([1, expect.stringContaining(`WRONG  writes: ${why}`)]);
    const serve = await runCommand(place, ['serve']);
    expect([serve.code, serve.err]).toEqual([1, expect.stringMatching(`^${why}.+\n$`)]);
  }
});

test('`doctor` and the first start refuse a database that cannot store emoji', async () => {
  const other = await freshPlace('Postgres');
  const { writer } = openAt(other);
  const name = `latin_of_${nameOf(other)}`;
  const how = `encoding 'LATIN1' locale 'C' template template0`;
  await writer.raw(`create database ${name} ${how}`);
  onTestFinished(() => writer.raw(`drop database ${name} with (force)`));
  const place = { ...other, databaseUrl: (other.databaseUrl ?? '').replace(/[^/]+$/, name) };
  const doctor = await runCommand(place, ['doctor']);
  expect([doctor.code, doctor.out]).toEqual([
    1,
    expect.stringMatching(/^WRONG {2}encoding: LATIN1: create/m),
  ]);
  const { code, err } = await runCommand(place, ['migrate', 'up']);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^The database cannot store all characters \(LATIN1: .+\)\.\n$/),
  ]);
});

test('a version of Postgres before 15 is reported', async () => {
  const versionOf = async (version: string) => {
    const writer = { raw: async () => ({ rows: [{ server_version: version }] }) };
    return await checkVersion({ dialect: 'postgres', writer } as unknown as Database);
  };
  expect(await versionOf('14.23')).toMatchObject([
    { ok: false, note: '14.23: use Postgres 15 or newer' },
  ]);
  expect(await versionOf('15.1 (Debian 15.1-1)')).toMatchObject([{ ok: true }]);
  expect(await checkVersion(openAt(await freshPlace('Postgres')))).toMatchObject([{ ok: true }]);
});

function nameOf({ databaseUrl = '' }: Place): string {
  return new URL(databaseUrl).pathname.slice(1);
}

/**
 * Stores the secret and a header of a webhook endpoint, the credentials of a channel, an authenticator app and the keys of
 * suppressions.
 */
async function sealInEachTable(place: Place): Promise<readonly string[]> {
  const deps = createDeps(readConfig(environment(place)).config);
  const ctx = contextOf(deps, deps.newId('ten'));
  await createTenant(ctx, { name: 'Acme' });
  const body = { url: 'https://8.8.8.8/', events: ['*'], headers: { 'x-token': 'abc' } };
  await createWebhookEndpoint(ctx, deps.secrets, body, undefined);
  await createChannel(ctx, deps.secrets, {
    name: 'Shop',
    type: 'instagram',
    provider: 'instagram_graph',
    config: { igUserId: '17841400000000009' },
    credentials: { accessToken: 'token' },
  });
  await addAccount(deps);
  await openSuppressionKeys(deps);
  const sample = await deps.system.run(sampleSealed, null);
  await deps.database.close();
  return sample.map(({ sealed }) => sealed);
}

async function addAccount({ database, secrets, now }: Deps): Promise<void> {
  const at = now().toISOString();
  await database.writer('accounts').insert({
    tenant_id: '',
    id: 'acc_1',
    email: 'ann@example.com',
    name: 'Ann',
    password_hash: 'none',
    totp_sealed: secrets.seal('app', totpPlace('acc_1')),
    created_at: at,
    updated_at: at,
  });
}

test('a start and the doctor name the difference between the clocks of the process and of Postgres', async () => {
  const place = await migratedPlace('Postgres');
  const now = Date.now.bind(Date);
  // The time of the query does not count.
  const difference = /(?:59\d{4}|600000) ms from the clock of the database: synchronize the clocks/;
  // The start is refused after the warning, because its address is not of this machine.
  for (const command of ['serve', 'doctor']) {
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 600_000);
    const { out, err } = await runCommand(place, [command], { env: { PARLEY_HOST: '192.0.2.1' } });
    expect(out + err).toMatch(difference);
  }
});
