import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventEnvelope, Page } from '@parley/contract/schemas';
import { expect, onTestFinished, test } from 'vitest';
import { environment } from '../../test/command.ts';
import { migratedPlace } from '../../test/databases.ts';
import { runCommand } from '../../test/run-command.ts';
import { createScene } from '../../test/scene.ts';
import { startServer } from '../../test/start-server.ts';
import { readConfig } from '../config.ts';
import { createDeps } from '../deps.ts';
import { serve } from '../main.ts';
import { prepareDatabase } from '../prepare-database.ts';

test('a backup of a running server has its records, files and secrets, and numbers events after them', async () => {
  const server = await startServer('SQLite');
  onTestFinished(() => server.close());
  const { dataDir } = server.deps.config;
  const secretKey = environment({ dataDir })['PARLEY_SECRET_KEY'] ?? '';
  writeFileSync(join(dataDir, 'secret-key'), secretKey, { mode: 0o600 });
  const scene = await createScene(server);
  const name = { 'content-type': 'text/plain', 'x-filename': 'a.txt' };
  const uploaded = await scene.raw('POST /media', 'kept', name);
  const file = (await uploaded.json()) as { id: string };
  const contact = await scene.call<{ id: string }>('POST /contacts', { name: 'Ana' });
  await scene.call('POST /suppressions', {
    channelType: 'whatsapp',
    address: '5511987654321',
    scope: 'all',
  });
  mkdirSync(join(dataDir, 'media/drafts'), { recursive: true });
  writeFileSync(join(dataDir, 'media/drafts/half'), 'ha');
  // A place that copies of the files must leave out.
  const folder = join(dataDir, 'media/backups/today');

  const given = { env: { PARLEY_SECRET_KEY: '', PARLEY_SECRET_KEY_PREVIOUS: secretKey } };
  expect(await runCommand({ dataDir }, ['backup', folder], given)).toEqual({
    code: 0,
    err: '',
    out: `database: ${Math.ceil(statSync(join(folder, 'parley.db')).size / 1024 ** 2)} MB\nsecret key: copied\nfiles: 1\nprevious secret key: not copied; keep PARLEY_SECRET_KEY_PREVIOUS with the backup\nThe backup is in ${folder}.\n`,
  });
  const parts = ['media', 'parley.db', 'secret-key'];
  expect(readdirSync(folder).toSorted()).toEqual(parts);
  expect(readdirSync(join(folder, 'media'))).toEqual([scene.ctx.db.tenantId]);
  for (const part of ['', 'parley.db', 'secret-key']) {
    expect(statSync(join(folder, part)).mode & 0o077, part).toBe(0);
  }
  expect(await runCommand({ dataDir }, ['backup', folder], given)).toMatchObject({
    code: 1,
    err: `${folder} exists: name a new folder for each backup.\n`,
  });

  const headers = { 'x-api-key': scene.apiKey };
  const events = async (url: string) => {
    const answer = await fetch(`${url}/api/v1/events?limit=100`, { headers });
    const { data } = (await answer.json()) as Page<EventEnvelope>;
    return data.map(({ sequence }) => sequence);
  };
  const env = { ...environment({ dataDir: folder }), PARLEY_SECRET_KEY: '' };
  const deps = createDeps(readConfig(env).config);
  await prepareDatabase(deps);
  const { url, stop } = await serve(deps);
  onTestFinished(stop);
  const media = await fetch(`${url}/api/v1/media/${file.id}/content`, { headers });
  expect(await media.text()).toBe('kept');
  const last = Math.max(...(await events(server.baseUrl)));
  const changed = await fetch(`${url}/api/v1/contacts/${contact.json.id}`, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ phone: '+5511987654321' }),
  });
  // The copy can decrypt the keys of the suppressed addresses.
  expect(await changed.json()).toMatchObject({ consent: { all: { status: 'opted_out' } } });
  expect(Math.max(...(await events(url)))).toBeGreaterThan(last + 999_999);
});

test('a backup that fails leaves nothing, and says why', async () => {
  const place = await migratedPlace('SQLite');
  const folder = join(place.dataDir, 'copy');
  mkdirSync(`${folder}.incomplete`);
  const taken = await runCommand(place, ['backup', folder]);
  expect([taken.code, taken.err]).toEqual([
    1,
    `${folder}.incomplete exists: another backup writes it, or was killed. If none runs, remove this folder.\n`,
  ]);
  const other = join(place.dataDir, 'other');
  const withoutKey = await runCommand(place, ['backup', other], { env: { PARLEY_SECRET_KEY: '' } });
  expect([withoutKey.code, withoutKey.err]).toEqual([
    1,
    expect.stringContaining('secret-key is missing'),
  ]);
  const onPostgres = await migratedPlace('Postgres');
  const refused = await runCommand(onPostgres, ['backup', other]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('pg_dump') });
  expect(existsSync(other) || existsSync(`${other}.incomplete`)).toBe(false);
});
