import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { bundledCommand, environment } from '../../test/command.ts';
import { freshPlace, migratedPlace } from '../../test/databases.ts';
import { runFailing } from '../../test/run-failing.ts';

const run = promisify(execFile);

const noSqlite =
  /The compiled part of better-sqlite3 is missing, or .*: run npm rebuild better-sqlite3/;
const noArgon2 = /The compiled part of @node-rs\/argon2 is missing, or .*: remove the folder/;

test('without the compiled part of SQLite, `doctor` and other commands say what to do, and create no file', async () => {
  const empty = await freshPlace('SQLite');
  const migrated = await migratedPlace('SQLite');
  const env = { PARLEY_SECRET_KEY: '', ...without('better_sqlite3') };
  const [doctor, serve, worker, migrate, doctorOfOne, list] = await runFailing(
    [
      ...[['doctor'], ['serve'], ['worker'], ['migrate', 'up']].map((words) => ({
        words,
        ...empty,
      })),
      ...[['doctor'], ['tenants', 'list']].map((words) => ({ words, ...migrated })),
    ],
    { env },
  );
  for (const text of [doctor, doctorOfOne])
    expect(text).toMatch(lineOf('WRONG  native modules: ', noSqlite));
  expect(doctorOfOne).toMatch(lineOf('WRONG  database: ', noSqlite));
  for (const text of [serve, worker, migrate, list]) expect(text).toMatch(wholeText(noSqlite));
  expect(readdirSync(empty.dataDir)).toEqual([]);
});

test('Postgres needs no compiled part of SQLite', async () => {
  const env = { ...environment(await freshPlace('Postgres')), ...without('better_sqlite3') };
  // The Postgres of the tests does not wait for its disk, so the doctor fails.
  const { stdout } = await fail(['doctor'], env);
  expect(stdout).toMatch(/^ok {5}native modules: @node-rs\/argon2$/m);
});

test('without the compiled part of argon2, `doctor` says what to do, and `serve` warns', async () => {
  const place = await migratedPlace('SQLite');
  const env = without('argon2');
  const doctor = await fail(['doctor'], { ...environment(place), ...env });
  expect(doctor.stdout).toMatch(lineOf('WRONG  native modules: ', noArgon2));
  const serving = run(process.execPath, [await bundledCommand(), 'serve'], {
    env: { ...environment(place), ...env },
  });
  const { child } = serving;
  child.stderr?.once('data', () => child.kill());
  expect(await serving).toMatchObject({
    stdout: expect.stringContaining('Parley is listening on'),
    stderr: expect.stringMatching(lineOf('Warning: nobody can sign in. ', noArgon2)),
  });
});

/** Runs a command that must fail. */
async function fail(words: readonly string[], env: NodeJS.ProcessEnv) {
  const ended = run(process.execPath, [await bundledCommand(), ...words], { env });
  const error = await ended.then(
    () => undefined,
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  expect(error?.code).toBe(1);
  return error ?? { stdout: '', stderr: '' };
}

/** Returns the environment of a process in which the compiled part of a package cannot be loaded. */
function without(name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-native-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const preload = join(folder, 'preload.cjs');
  writeFileSync(
    preload,
    `const { dlopen } = process;
    process.dlopen = (module, path, ...rest) => {
      if (path.includes('${name}')) throw new Error('a line\\nand another one');
      return dlopen(module, path, ...rest);
    };`,
  );
  return { NODE_OPTIONS: `--require ${preload}` };
}

function lineOf(begin: string, { source }: RegExp): RegExp {
  return new RegExp(`^${begin}${source}.*$`, 'm');
}

function wholeText({ source }: RegExp): RegExp {
  return new RegExp(`^${source}.*$`);
}
