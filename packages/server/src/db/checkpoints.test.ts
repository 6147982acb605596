import { randomBytes } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { Checkpoints } from './checkpoints.ts';

const always = { intervalMs: 0, leastRows: 1, mostPages: 100_000 };

/** Opens a database whose commits never copy the log. */
function openDatabase(limits = always) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-checkpoints-'));
  const file = join(folder, 'parley.db');
  const db = new Sqlite(file);
  const checkpoints = new Checkpoints(limits);
  onTestFinished(async () => {
    await checkpoints.close();
    db.close();
    rmSync(folder, { recursive: true });
  });
  db.pragma('journal_mode = WAL');
  db.exec('create table texts (text text)');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma('wal_autocheckpoint = 0');
  /** Commits about ten pages. */
  const commit = () => {
    const insert = db.prepare('insert into texts values (?)');
    db.transaction(() => {
      for (let row = 0; row < 10; row += 1) insert.run(randomBytes(2_000).toString('hex'));
    })();
    checkpoints.afterCommit(db);
  };
  const sizes = () => ({ database: statSync(file).size, log: statSync(`${file}-wal`).size });
  return { file, db, checkpoints, commit, sizes };
}

test('a worker thread copies the log into the database file', async () => {
  const { db, commit, sizes } = openDatabase();
  const before = sizes().database;
  commit();
  await expect.poll(() => sizes().database).toBeGreaterThan(before + 40_000);
  expect(db.pragma('wal_autocheckpoint', { simple: true })).toBe(200_000);
});

test('a log that the worker thread has copied begins again when it is long', async () => {
  const { db, commit, sizes } = openDatabase({ ...always, mostPages: 100 });
  commit();
  db.pragma('wal_autocheckpoint = 0');
  const before = sizes().database;
  await expect.poll(() => sizes().database).toBeGreaterThan(before);
  for (let time = 0; time < 600; time += 1) {
    commit();
    // Shorter than a copy, so that the worker thread never copies the whole log.
    await new Promise((resolve) => setImmediate(resolve));
  }
  const written = sizes().database - before;
  expect(sizes().log).toBeLessThan(written / 2);
});

test('few changes start no worker thread', async () => {
  const { db, commit } = openDatabase({ ...always, leastRows: 100 });
  for (let time = 0; time < 8; time += 1) commit();
  expect(db.pragma('wal_autocheckpoint', { simple: true })).toBe(0);
  for (let time = 0; time < 3; time += 1) commit();
  expect(db.pragma('wal_autocheckpoint', { simple: true })).toBe(200_000);
});

test('while the worker thread cannot open the database, commits copy the log', async () => {
  const { file, db, commit } = openDatabase();
  renameSync(file, `${file}-moved`);
  commit();
  await expect.poll(() => db.pragma('wal_autocheckpoint', { simple: true })).toBe(4_000);
  renameSync(`${file}-moved`, file);
  commit();
  expect(db.pragma('wal_autocheckpoint', { simple: true })).toBe(4_000);
});

test('closing ends the worker thread', async () => {
  const { checkpoints, commit, sizes } = openDatabase();
  commit();
  await checkpoints.close();
  const { database } = sizes();
  commit();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sizes().database).toBe(database);
});
