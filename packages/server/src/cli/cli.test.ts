import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bundledCommand, environment, startCommand } from '../../test/command.ts';
import { freshPlace, migratedPlace, openAt, type Place, targets } from '../../test/databases.ts';
import { closedPort } from '../../test/receivers.ts';
import { runCommand } from '../../test/run-command.ts';
import { refusingPostgres, startingPostgres } from '../../test/starting-postgres.ts';

const run = promisify(execFile);

describe.each(targets)('the command on %s', (target) => {
  test('a demo keeps its data after a kill, `parley worker` sends its messages, and SIGTERM drains both', async () => {
    const place = await freshPlace(target);
    const first = await serve(place, '--demo');
    const printed = first.output();
    const before = await send(printed, 'once');
    expect((await fetch(`${before.url}/readyz`)).status).toBe(200);
    await first.kill();

    const second = await serve(place, '--demo');
    expect(second.output()).toContain('Using the existing data');
    expect(second.output()).not.toContain('prl_live_');
    const again = await send(printed, 'once', second.output());
    expect([again.replayed, again.id]).toEqual(['true', before.id]);
    const { url, headers, id } = again;
    const list = await fetch(`${url}/api/v1/messages`, { headers });
    expect(((await list.json()) as { data: unknown[] }).data).toHaveLength(1);

    const worker = await startCommand(place, ['worker'], { ready: /worker is running/ });
    const read = async () => {
      const answer = await fetch(`${url}/api/v1/messages/${id}`, { headers });
      return ((await answer.json()) as { status: string }).status;
    };
    await expect.poll(read).toBe('read');
    expect(await worker.stop()).toBe(0);
    expect(await second.stop()).toBe(0);
    // A stopped server on SQLite leaves one database file.
    const left = readdirSync(place.dataDir).filter((name) => name.startsWith('parley.db'));
    expect(left).toEqual(target === 'SQLite' ? ['parley.db'] : []);
    expect(await openAt(place).reader('messages').pluck('status')).toEqual(['read']);
  });

  test('creates, lists and revokes keys, and shows the secret once', async () => {
    const place = await migratedPlace(target);
    await parley(place, 'tenants', 'create', 'Acme');
    const made = await parley(place, 'keys', 'create', 'CI', '--limit', '5');
    await expect(parley(place, 'keys', 'create', 'None', '--limit', '0')).rejects.toThrow(
      '--limit must be a whole number of requests per minute, at least 1.\n',
    );
    const [secret = ''] = /^prl_live_\w+/.exec(made) ?? [];
    const [id = ''] = /key_\w+/.exec(made) ?? [];
    const listed = await parley(place, 'keys', 'list', '--tenant', 'Acme');
    expect(listed).toContain(`${id}  prl_live_…${secret.slice(-4)}  active  CI`);
    expect(listed).not.toContain(secret);
    const other = JSON.parse(await parley(place, 'keys', 'create', 'Script', '--json'));
    expect(other).toMatchObject({ name: 'Script', secret: expect.stringMatching(/^prl_live_/) });
    const lines = (await parley(place, 'keys', 'list', '--json')).trim().split('\n');
    const names = lines.map((line) => JSON.parse(line).name);
    expect(names.sort()).toEqual(['CI', 'Script']);
    expect(await parley(place, 'keys', 'revoke', id)).toContain('revoked');
    await expect(parley(place, 'keys', 'revoke', 'key_x')).rejects.toThrow(
      /^The tenant has no API key with this ID\.\n$/,
    );
    expect(await parley(place, 'secrets', 'reseal')).toContain('0 encrypted again');
    expect(await parley(place, 'users', 'create', 'Ann@Example.com', 'Ann')).toContain(
      'ann@example.com',
    );
    for (const [words, error] of [
      [['users', 'create', 'ann', ' '], /^email must .+\nname must .+\n$/],
      [['keys', 'create', ''], /^name must .+\n$/],
      [
        ['keys', 'create', 'CI', '--expires', '2020-01-01T00:00:00Z'],
        /^--expires must be in the future\.\n$/,
      ],
    ] as const) {
      await expect(parley(place, ...words)).rejects.toThrow(error);
    }
  });

  test('a worker exits with 1 when a newer version has migrated the database', async () => {
    const place = await migratedPlace(target);
    const applied = openAt(place).writer('schema_migrations');
    await applied.insert({ name: '9999-later', applied_at: new Date().toISOString() });
    expect(await runCommand(place, ['worker'])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^This database was migrated by a newer version .*\n$/),
    });
  });
});

test('`doctor` reports no problem in a new directory', async () => {
  const place = await freshPlace('SQLite');
  const applied = await parley(place, 'migrate', 'up');
  expect(applied).toMatch(/^Applied \d+ \(0001-platform to \d{4}-\S+\)\.\n$/);
  const { ok, settings } = JSON.parse(await parley(place, 'doctor', '--json')) as {
    ok: boolean;
    settings: Record<string, string>;
  };
  expect([ok, settings['PARLEY_SECRET_KEY']]).toEqual([true, 'set']);
});

test('a demo whose port was taken creates its key later, and refuses a second server before it migrates', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const place = await migratedPlace('SQLite');
  const refused = run(process.execPath, [await bundledCommand(), 'serve', '--demo'], {
    env: { ...environment(place), PARLEY_PORT: String(port) },
  });
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Port \d+ of \S+ is in use: set PARLEY_PORT .*\n$/),
  });
  const first = await serve(place, '--demo');
  expect(first.output()).toContain('prl_live_');
  const database = openAt(place);
  onTestFinished(() => database.close());
  // On SQLite, this migration changes nothing.
  const row = { name: '0118-changes-by-minute' };
  expect(await database.writer('schema_migrations').where(row).delete()).toBe(1);
  await expect(parley(place, 'serve')).rejects.toThrow(/Another `parley serve`/);
  expect(await database.reader('schema_migrations').where(row)).toEqual([]);
  await first.stop();
});

test.each([
  ['no machine has', '192.0.2.1'],
  ['does not exist', 'nowhere.invalid'],
])('a host that %s is named with its setting', async (_, host) => {
  const place = await migratedPlace('SQLite');
  const refused = await runCommand(place, ['serve'], { env: { PARLEY_HOST: host } });
  expect(refused).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /^The server cannot listen on port \d+ of \S+: check PARLEY_HOST and PARLEY_PORT \(.+\)\.\n$/,
    ),
  });
});

test('a server waits for its database at start', async () => {
  const place = await migratedPlace('Postgres');
  const databaseUrl = await startingPostgres(place.databaseUrl ?? '', 2);
  const server = await serve({ ...place, databaseUrl });
  const log = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  expect(log.map((line) => JSON.parse(line))).toMatchObject([
    { reason: 'the database system is starting up', pauseMs: 250 },
    { reason: 'the database system is starting up', pauseMs: 500 },
  ]);
  expect(await server.stop()).toBe(0);
});

// `awaitDatabase` opens the first connection. The next three are for the lock of the migrations, their list, and the check
// of the stored secrets.
test.each([1, 2, 3])(
  'a start with %i connections waits while Postgres has no free one',
  async (accepted) => {
    const place = await migratedPlace('Postgres');
    const refusal = { code: '53300', text: 'sorry, too many clients already' };
    const databaseUrl = await refusingPostgres(place.databaseUrl ?? '', {
      ...refusal,
      accepted,
      refusals: 1,
    });
    const server = await serve({ ...place, databaseUrl });
    const [first] = server.output().split('\n');
    expect(JSON.parse(first ?? '')).toMatchObject({ reason: refusal.text, pauseMs: 250 });
    expect(await server.stop()).toBe(0);
  },
);

test('a command without its database prints a one-line error', async () => {
  const place = await freshPlace('SQLite');
  const { host } = new URL(await closedPort());
  const refused = parley(
    { ...place, databaseUrl: `postgres://ann:hush@${host}/parley` },
    'keys',
    'list',
  );
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database at 127\.0\.0\.1:\d+ does not accept .*\n$/),
  });
});

test('commands in a folder without a database refuse, name the folder, and create nothing', async () => {
  const { dataDir } = await freshPlace('SQLite');
  const place = { dataDir: `${dataDir}/wrong` };
  for (const words of [
    ['tenants', 'list'],
    ['keys', 'create', 'CI'],
    ['migrate', 'status'],
  ]) {
    await expect(parley(place, ...words)).rejects.toMatchObject({
      code: 1,
      stderr: `There is no database in ${dataDir}/wrong: set PARLEY_DATA_DIR to the data folder of the server, or PARLEY_DATABASE_URL to its Postgres. The first start of a server creates the database.\n`,
    });
  }
  expect(readdirSync(dataDir)).toEqual([]);
  await parley(place, 'tenants', 'create', 'Acme');
  expect(await parley(place, 'tenants', 'list')).toContain('Acme');
});

test('refuses a demo on a Postgres database with real tenants', async () => {
  const place = await migratedPlace('Postgres');
  await parley(place, 'tenants', 'create', 'Acme');
  await expect(parley(place, 'serve', '--demo')).rejects.toThrow(/--demo did not create/);
});

test('`--version` prints the version of the package', async () => {
  const { stdout } = await run(process.execPath, [await bundledCommand(), '--version']);
  const file = new URL('../../package.json', import.meta.url);
  expect(stdout.trim()).toBe(JSON.parse(readFileSync(file, 'utf8')).version);
});

test('prints every invalid setting, without a stack trace', async () => {
  const place = await freshPlace('SQLite');
  const { code, err } = await runCommand(place, ['serve'], {
    env: { PARLEY_PORT: 'x', PARLEY_LOG_LEVEL: 'y' },
  });
  expect(code).toBe(1);
  expect(err).toMatch(/^Invalid configuration:\n {2}PARLEY_PORT .*\n {2}PARLEY_LOG_LEVEL .*\n$/);
});

async function parley(place: Place, ...words: string[]): Promise<string> {
  const { code, out, err } = await runCommand(place, words);
  if (code !== 0) throw Object.assign(new Error(err), { code, stderr: err });
  return out;
}

/**
 * Runs the curl command that the first start of the server printed. Sends it to the server that printed `listening`.
 */
async function send(printed: string, key?: string, listening = printed) {
  const [, url = ''] = /listening on (\S+)/.exec(listening) ?? [];
  const [apiKey = ''] = /prl_live_\w+/.exec(printed) ?? [];
  const [body = ''] = /\{"channelId.*\}/.exec(printed) ?? [];
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await fetch(`${url}/api/v1/messages`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      ...(key ? { 'idempotency-key': key } : {}),
    },
    body,
  });
  expect(answer.status).toBe(202);
  const { id } = (await answer.json()) as { id: string };
  return { url, headers, id, replayed: answer.headers.get('idempotent-replayed') };
}

async function serve(place: Place, ...words: string[]) {
  const last = words.includes('--demo') ? /(\/docs|<name>)\n/ : /listening on .*\n/;
  return await startCommand(place, ['serve', ...words], {
    ready: last,
    env: { PARLEY_WORKER: 'off' },
  });
}
