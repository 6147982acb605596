import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { sqliteFile } from './db/database.ts';
import { SealError } from './sealing.ts';
import { readSecrets } from './secrets.ts';

test('a data folder gets one secret file, readable by its owner only', () => {
  const { config } = readConfig({ PARLEY_DATA_DIR: freshFolder() });
  const first = readSecrets(config);
  expect(readSecrets(config).cursors).toEqual(first.cursors);
  expect(readdirSync(config.dataDir)).toEqual(['secret-key']);
  expect(statSync(join(config.dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
});

test('two directories have different secrets', () => {
  const [a, b] = [freshFolder(), freshFolder()].map((dir) =>
    readSecrets(readConfig({ PARLEY_DATA_DIR: dir }).config),
  );
  expect(a?.cursors).not.toEqual(b?.cursors);
});

test('a damaged secret is an error and is not replaced', () => {
  const dir = freshFolder();
  writeFileSync(join(dir, 'secret-key'), 'short');
  expect(() => readSecrets(readConfig({ PARLEY_DATA_DIR: dir }).config)).toThrow(/restore it/);
  rmSync(join(dir, 'secret-key'));
  // Docker does this when the file to mount is missing.
  mkdirSync(join(dir, 'secret-key'));
  expect(() => readSecrets(readConfig({ PARLEY_DATA_DIR: dir }).config)).toThrow(/restore it/);
});

test('a file of equal bytes is refused, and replaced like a setting of equal bytes', () => {
  const dir = freshFolder();
  const [equal, random] = [Buffer.alloc(32), Buffer.alloc(32, 'key 1')].map((key) =>
    key.toString('base64'),
  );
  writeFileSync(join(dir, 'secret-key'), `${equal}\n`);
  const read = (env: object) => readSecrets(readConfig({ PARLEY_DATA_DIR: dir, ...env }).config);
  expect(() => read({})).toThrow(/secret-key must not be 32 equal bytes.*_PREVIOUS to this one\.$/);
  const rotated = read({ PARLEY_SECRET_KEY: random, PARLEY_SECRET_KEY_PREVIOUS: equal });
  expect(rotated.cursors).toHaveLength(2);
});

test('a database without its secret gets no new one', () => {
  const dataDir = freshFolder();
  writeFileSync(sqliteFile(dataDir), '');
  const { config } = readConfig({ PARLEY_DATA_DIR: dataDir });
  expect(() => readSecrets(config)).toThrow(/secret-key is missing: restore it/);
  expect(readdirSync(dataDir)).toEqual(['parley.db']);
});

test('the previous secret still verifies; the current one signs', () => {
  const [one, two] = [1, 2].map((n) => Buffer.alloc(32, `key ${n}`).toString('base64'));
  const before = readSecrets(readConfig({ PARLEY_SECRET_KEY: one }).config);
  const after = readSecrets(
    readConfig({ PARLEY_SECRET_KEY: two, PARLEY_SECRET_KEY_PREVIOUS: one }).config,
  );
  expect(after.cursors[1]).toEqual(before.cursors[0]);
  expect(after.cursors[0]).not.toEqual(before.cursors[0]);
});

test('texts sealed with the previous secret open and are recognized as such', () => {
  const [one, two] = [1, 2].map((n) => Buffer.alloc(32, `key ${n}`).toString('base64'));
  const place = { tenantId: 'ten_a', recordId: 'whe_1', field: 'secret' };
  const before = readSecrets(readConfig({ PARLEY_SECRET_KEY: one }).config);
  const after = readSecrets(
    readConfig({ PARLEY_SECRET_KEY: two, PARLEY_SECRET_KEY_PREVIOUS: one }).config,
  );
  const sealed = before.seal('s3cret', place);
  expect(after.open(sealed, place)).toBe('s3cret');
  expect([before.isCurrent(sealed), after.isCurrent(sealed)]).toEqual([true, false]);
  const alone = readSecrets(readConfig({ PARLEY_SECRET_KEY: two }).config);
  expect(() => alone.open(sealed, place)).toThrow(SealError);
});

function freshFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'parley-secret-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}
