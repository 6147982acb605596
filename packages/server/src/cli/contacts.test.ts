import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environment } from '../../test/command.ts';
import { freshPlace } from '../../test/databases.ts';
import { runCommand } from '../../test/run-command.ts';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { createDeps } from '../deps.ts';
import { createTenant } from '../tenants/service.ts';
import { contextOf } from './context.ts';

test('contacts are imported and exported, and each mistake is shown', async () => {
  const place = await freshPlace('SQLite');
  const { config } = readConfig(environment(place));
  const deps = createDeps(config);
  await migrate(deps.database, config, migrations);
  await createTenant(contextOf(deps, deps.newId('ten')), { name: 'Acme' });
  await deps.database.close();
  const parley = (...words: string[]) => runCommand(place, ['contacts', ...words]);
  const file = join(place.dataDir, 'list.csv');
  const rows = Array.from({ length: 150 }, (_, at) => `c-${at},Ana ${at},+1415555${at + 1_000},x`);
  writeFileSync(file, `externalId,name,phone,Colour\n${rows.join('\n')}\nc-150,Bo,12,x\n`);

  expect(await parley('import', file, '--dry-run')).toMatchObject({
    out: '151 rows: 150 created, 0 updated, 0 skipped, 1 failed (nothing was changed)\n',
  });
  const made = await parley('import', file, '--match', 'externalId');
  expect(made).toMatchObject({
    code: 1,
    out: '151 rows: 150 created, 0 updated, 0 skipped, 1 failed\n',
  });
  expect(made.err).toMatch(/^0 of 151 rows\n(?:100 of 151 rows\n)?151 of 151 rows\n/);
  expect(made.err).toContain('Not imported: the columns Colour\n');
  expect(made.err).toMatch(/Row 152, phone: must be a phone number/);

  const copy = join(place.dataDir, 'copy.csv');
  const exported = await parley('export', copy);
  expect(exported).toEqual({ code: 0, out: `150 contacts in ${copy}\n`, err: '' });
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  const text = readFileSync(copy, 'utf8');
  expect(await parley('import', copy, '--on-conflict', 'update')).toMatchObject({
    code: 0,
    out: '150 rows: 0 created, 150 updated, 0 skipped, 0 failed\n',
  });
  const some = await parley('export', '-', '--filter', 'externalId=c-1', 'externalId=c-2');
  const lines = text.split('\r\n').filter((line) => /^\ufeff|,c-[12],/.test(line));
  expect(some.out).toBe(`${lines.join('\r\n')}\r\n`);

  const wrong = [
    [['import', join(place.dataDir, 'none.csv')], /none\.csv: ENOENT/],
    [['import', import.meta.filename], /contacts\.test\.ts has no column with the name of a field/],
    [['export', copy, '--filter', 'colour=red'], /colour/],
  ] as const;
  for (const [words, message] of wrong) {
    const { code, err } = await parley(...words);
    expect([code, err.split('\n').length]).toEqual([1, 2]);
    expect(err).toMatch(message);
  }
  expect(readFileSync(copy, 'utf8')).toBe(text);
});
