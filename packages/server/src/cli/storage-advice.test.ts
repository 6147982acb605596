import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { bundledCommand, environment } from '../../test/command.ts';
import { makePlace, type Place } from '../../test/databases.ts';
import { runFailing } from '../../test/run-failing.ts';
import { sqliteFile } from '../db/database.ts';
import { RunAgainError, UnknownOutcome } from '../db/failures.ts';
import { lossAdvice, lossAdviceOfImport, storageAdvice } from './storage-advice.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
/** The time after which the test ends a process that should have failed to start, in milliseconds. */
const startMs = 60_000;
const run = promisify(execFile);

const spoilers = [
  [
    'a data folder that is a file',
    (dir: string) => {
      writeFileSync(join(dir, 'data'), '');
      return join(dir, 'data');
    },
    /data is not a folder: set PARLEY_DATA_DIR to a folder/,
  ],
  [
    'a data folder inside a file',
    (dir: string) => {
      writeFileSync(join(dir, 'file'), '');
      return join(dir, 'file', 'data');
    },
    /data is not a folder: set PARLEY_DATA_DIR to a folder/,
  ],
  [
    'a data folder in a file system that refuses it',
    () => '/proc/parley',
    /\/proc\/parley cannot be written \(\w+\): let the user/,
  ],
  [
    'an empty data folder that is read-only',
    (dir: string) => {
      mkdirSync(join(dir, 'data'), { mode: 0o500 });
      return join(dir, 'data');
    },
    /data cannot be written \(EACCES\): let the user/,
  ],
  [
    'a data folder that has become read-only',
    (dir: string) => {
      chmodSync(dir, 0o500);
      return dir;
    },
    /cannot be written \(\w+\): let the user/,
  ],
  [
    'a database that is read-only',
    (dir: string) => {
      chmodSync(sqliteFile(dir), 0o400);
      return dir;
    },
    /parley\.db cannot be opened \(EACCES\): let the user of the server read and write this file/,
  ],
  [
    'a lock that belongs to another user',
    (dir: string) => {
      writeFileSync(join(dir, 'migrate.lock'), '', { mode: 0o400 });
      return dir;
    },
    /migrate\.lock cannot be opened \(EACCES\): let the user/,
  ],
  [
    'a log without its database',
    (dir: string) => {
      renameSync(sqliteFile(dir), `${sqliteFile(dir)}-wal`);
      return dir;
    },
    /parley\.db is missing or empty, but its log parley\.db-wal has data: move the database back/,
  ],
  [
    'a database of other bytes',
    (dir: string) => {
      writeFileSync(sqliteFile(dir), 'this is no database'.repeat(1_000));
      return dir;
    },
    /is damaged, or parley.db is no database of SQLite \(SQLITE_NOTADB\): restore it from a backup/,
  ],
  [
    'a database of which the end is missing',
    (dir: string) => {
      truncateSync(sqliteFile(dir), 8_192);
      return dir;
    },
    /is damaged, .* \(SQLITE_CORRUPT\w*\): restore it from a backup/,
  ],
] as const;

/** The texts of both commands for each of them, in their order. */
let printed: readonly string[];

beforeAll(async () => {
  const places = await Promise.all(spoilers.map(() => makePlace('SQLite')));
  const spoilt = spoilers.map(([, spoil], index) => {
    const { dataDir } = places[index] as Place;
    const folder = spoil(dataDir);
    if (isRoot) {
      for (const name of ['', ...readdirSync(dataDir)])
        chownSync(join(dataDir, name), nobody, nobody);
    }
    return folder;
  });
  const commands = spoilt.flatMap((dataDir) => [
    { words: ['serve'], dataDir },
    { words: ['doctor'], dataDir },
  ]);
  // As a user without the rights of root.
  printed = await runFailing(commands, isRoot ? { uid: nobody, gid: nobody } : {});
  return async () => {
    for (const { dataDir, remove } of places) {
      chmodSync(dataDir, 0o700);
      await remove();
    }
  };
});

test.each(spoilers.map(([title, , message], index) => [title, message, index] as const))(
  '%s prints one sentence that says what to do, and so does `doctor`',
  (_title, message, index) => {
    const [serve = '', doctor = ''] = printed.slice(2 * index);
    expect(serve).toMatch(message);
    expect(serve.trim().split('\n')).toHaveLength(1);
    const wrong = doctor.split('\n').filter((line) => line.startsWith('WRONG'));
    expect(wrong.join('\n')).toMatch(message);
  },
);

test('a file that the server may not open is named, but not one that it could not create', async () => {
  const { dataDir, remove } = await makePlace('SQLite', { empty: true });
  onTestFinished(remove);
  const denied = (name: string) =>
    Object.assign(new Error('failed'), { code: 'EACCES', path: join(dataDir, name) });
  const advice = (name: string) => storageAdvice(denied(name), { dataDir, databaseUrl: undefined });
  writeFileSync(join(dataDir, 'secret-key'), '');
  expect(advice('secret-key')).toBe(
    `${dataDir}/secret-key cannot be opened (EACCES): let the user of the server read and write this file and the others in ${dataDir}.`,
  );
  expect(advice('secret-key.draft')).toContain(`${dataDir} cannot be written (EACCES)`);
  expect(advice('')).toContain(`${dataDir} cannot be written (EACCES)`);
});

test('a full disk during migrations prints one sentence that says what to do', async () => {
  const { dataDir, remove } = await makePlace('SQLite', { empty: true });
  onTestFinished(remove);
  // No file may exceed 64 kB. Without the trap, the signal would end the process.
  const limited = 'trap "" XFSZ; ulimit -f 128; exec "$0" "$@"';
  const failed = run('sh', ['-c', limited, process.execPath, await bundledCommand(), 'serve'], {
    env: environment({ dataDir }),
    timeout: startMs,
  });
  await expect(failed).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The disk of .* is full or cannot be written \(SQLITE_IOERR_WRITE\): free space.*\n$/,
    ),
  });
});

test.each([
  ['SQLITE_FULL', {}, /The disk of \/data is full/],
  ['SQLITE_IOERR_WRITE', {}, /The disk of \/data is full or cannot be written/],
  ['SQLITE_READONLY_DBMOVED', {}, /^failed\.$/],
  ['ENOSPC', { path: '/data/secret-key' }, /The disk of \/data is full/],
  ['EACCES', { path: '/elsewhere' }, undefined],
  ['EACCES', { syscall: 'listen' }, undefined],
  ['SQLITE_ERROR', {}, undefined],
])('the start failure %s prints the advice %j', (code, fields, advice) => {
  const error = Object.assign(new Error('failed'), { code, ...fields });
  const printed = storageAdvice(error, { dataDir: '/data', databaseUrl: undefined });
  if (advice) expect(printed).toMatch(advice);
  else expect(printed).toBe(undefined);
});

test.each([
  ['25006', /^The database server is read-only: set PARLEY_DATABASE_URL .* \(25006\), then/],
  ['53300', /^Postgres has no free connection: close other ones, raise max_connections/],
  ['53100', /^The disk of the database server is full: free space/],
  ['55P03', /^Another session locks a table, such as a backup/],
  ['57014', /^The database ended a statement that took too long/],
  ['58030', /^The database server cannot read or write its files: check its disk/],
  ['XX001', /^The database is damaged: restore it/],
  ['XX002', /^An index of the database is damaged: rebuild it/],
])('the start failure %s of Postgres prints advice about the database server', (code, advice) => {
  const error = Object.assign(new Error('failed'), { code });
  const place = { dataDir: './data', databaseUrl: 'postgres://localhost/parley' };
  const printed = storageAdvice(error, place);
  expect(printed).toMatch(advice);
  // Commands print it, too, not only a start.
  expect(printed).toMatch(/, then try again\.$/);
});

const failed = (code: string) => Object.assign(new Error('failed'), { code });
const onPostgres = { databaseUrl: 'postgres://localhost/parley' };

test.each([
  ['57P01', failed('57P01')],
  ['ECONNREFUSED', failed('ECONNREFUSED')],
  ['Connection terminated unexpectedly', new Error('Connection terminated unexpectedly')],
])('after %s, the advice is to repeat a command, but not an import', (reason, error) => {
  const lost = `The database does not answer (${reason}): check that it runs`;
  expect(lossAdvice(error, onPostgres)).toBe(`${lost}, then repeat the command.`);
  const ofImport = (isStopped: boolean) => lossAdviceOfImport(error, { ...onPostgres, isStopped });
  const continues = 'continues as soon as a server or worker reaches the database';
  expect([false, true].map(ofImport)).toEqual([
    `${lost}. The import ${continues}, so do not repeat the command.`,
    `${lost}. Perhaps the import was not canceled. Then it ${continues}.`,
  ]);
});

test('after a commit without an answer, the advice is to look before the command is repeated', () => {
  const unknown = new UnknownOutcome(failed('57P01'));
  expect(lossAdvice(unknown, onPostgres)).toBe(
    'The result is unknown (57P01): check that the database runs, and look at what has changed before you repeat the command.',
  );
  const ofImport = lossAdviceOfImport(unknown, { ...onPostgres, isStopped: true });
  expect(ofImport).toMatch(/^The database does not answer \(57P01\): .* was not canceled/);
});

test.each([
  ...['SQLITE_BUSY', '55P03', '40P01', '57014', '53200', 'EMFILE', 'ENFILE'].map(
    (code) => [code, failed(code)] as const,
  ),
  ['a changed row', new RunAgainError('a row has changed')],
  ['a bug', new TypeError('a bug')],
] as const)('%s is no lost connection and gets no advice', (_name, error) => {
  expect(lossAdvice(error, onPostgres)).toBe(undefined);
  expect(lossAdviceOfImport(error, { ...onPostgres, isStopped: false })).toBe(undefined);
});

test('on SQLite, no failure is a lost connection to the database', () => {
  expect(lossAdvice(failed('ECONNREFUSED'), { databaseUrl: undefined })).toBe(undefined);
});
