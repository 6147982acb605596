import { expect, test } from 'vitest';
import { environment } from '../../test/command.ts';
import { freshPlace } from '../../test/databases.ts';
import { runCommand } from '../../test/run-command.ts';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/all.ts';
import { createDeps } from '../deps.ts';
import { enqueue } from '../jobs/queue.ts';
import { createTenant } from '../tenants/service.ts';
import { contextOf } from './context.ts';

test('failed jobs are listed, retried and dropped, and the doctor reports them', async () => {
  const place = await freshPlace('SQLite');
  const { config } = readConfig(environment(place));
  const deps = createDeps(config);
  await migrate(deps.database, config, migrations);
  const ctx = contextOf(deps, deps.newId('ten'));
  await createTenant(ctx, { name: 'Acme' });
  for (const sha256 of ['a', 'b']) await enqueue(ctx, 'tidy-file', { sha256 });
  const dead = { status: 'dead', attempts: 10, last_error: 'Error: the disk is full' };
  await deps.database.writer('jobs').update(dead);
  await deps.database.close();
  const parley = async (...words: string[]) => {
    const { code, out, err } = await runCommand(place, words);
    return [code, out + err] as const;
  };

  const [, doctor] = await parley('doctor');
  expect(doctor).toContain('WRONG  background jobs: 2 failed (2 tidy-file); see parley jobs list');
  const [code, list] = await parley('jobs', 'list');
  expect(code).toBe(0);
  const positions = list
    .trim()
    .split('\n')
    .map((line) => line.split('  ')[0] ?? '');
  expect(positions).toHaveLength(2);
  expect(list).toContain('tidy-file  10 attempts  Error: the disk is full');
  expect(await parley('jobs', 'retry', 'x')).toEqual([
    1,
    'There is no failed job x. See parley jobs list.\n',
  ]);
  expect(await parley('jobs', 'retry', positions[0] ?? '')).toEqual([
    0,
    '1 will be run again by a worker.\n',
  ]);
  expect(await parley('jobs', 'drop', '--all')).toEqual([0, '1 removed.\n']);
});
