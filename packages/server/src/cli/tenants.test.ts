import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { freshPlace } from '../../test/databases.ts';
import { runCommand } from '../../test/run-command.ts';
import { Database } from '../db/database.ts';

test('tenants are created, listed, renamed, suspended, resumed, exported and deleted', async () => {
  const place = await freshPlace('SQLite');
  const env = { PARLEY_PUBLIC_URL: 'https://Console.example.com:8443' };
  const parley = (words: readonly string[], input?: string) =>
    runCommand(place, ['tenants', ...words], { input: input ?? '', env });
  const { out } = await parley(['create', 'Acme', '--kind', 'agency']);
  const [id = ''] = /^ten_\w+/.exec(out) ?? [];
  expect(out).toContain(`Create an API key: npx parley keys create <name> --tenant ${id}`);
  expect(await parley(['create', ' '])).toMatchObject({
    code: 1,
    err: 'The name must have 1 to 255 characters.\n',
  });
  const listed = JSON.parse((await parley(['list', '--json'])).out);
  expect(listed).toMatchObject({ id, name: 'Acme', kind: 'agency', status: 'active' });
  expect((await parley(['rename', id, ' Bakery '])).out).toBe(`${id}  Bakery\n`);
  for (const kind of ['standard', 'standard', 'agency']) {
    expect((await parley(['set-kind', 'Bakery', kind])).out).toBe(`${id}  Bakery\n`);
    expect(JSON.parse((await parley(['list', '--json'])).out)).toMatchObject({ kind });
  }
  for (const words of [
    ['create', 'Odd', '--kind', 'client'],
    ['set-kind', 'Bakery', 'client'],
  ]) {
    const err = expect.stringContaining('Allowed choices are standard, agency.');
    expect(await parley(words)).toMatchObject({ code: 1, err });
  }
  expect((await parley(['add-domain', 'Bakery', 'Desk.Example.com'])).out).toBe(`${id}  Bakery\n`);
  for (const [words, err] of [
    [['add-domain', 'Bakery', 'desk.example.com'], /already has desk\.example\.com/],
    [['add-domain', 'Bakery', 'https://desk.example.com'], /must be a host name/],
    [['add-domain', 'Bakery', 'console.example.com'], /is the host of PARLEY_PUBLIC_URL/],
    [['add-domain', 'Bakery', '1.2.3.4'], /must be a host name/],
    [['add-domain', 'Bakery', 'desk-.example.com'], /must be a host name/],
    [['add-domain', 'Bakery', 'desk.example.-com'], /must be a host name/],
    [['remove-domain', 'Bakery', 'example.com'], /does not have example\.com/],
  ] as const) {
    expect(await parley(words)).toMatchObject({ code: 1, err: expect.stringMatching(err) });
  }
  expect((await parley(['remove-domain', 'Bakery', 'desk.example.com'])).code).toBe(0);
  expect((await parley(['suspend', 'Bakery', '--reason', 'unpaid'])).out).toBe(
    `${id}  Bakery  (suspended)\n`,
  );
  expect((await parley(['list'])).out).toBe(`${id}  Bakery  (suspended)\n`);
  expect((await parley(['resume', 'Bakery'])).out).toBe(`${id}  Bakery\n`);
  expect(await parley(['resume', 'Nobody'])).toMatchObject({
    code: 1,
    err: 'There is no tenant Nobody.\n',
  });

  const folder = join(place.dataDir, 'export');
  expect((await parley(['export', 'Bakery', folder])).out).toBe(`10 records in ${folder}\n`);
  const path = join(folder, 'tenant.jsonl');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ id, name: 'Bakery' });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await parley(['export', 'Bakery', path])).toMatchObject({
    code: 1,
    err: `${path}: EEXIST: file already exists, mkdir '${path}'\n`,
  });

  // No process can create a folder there, and the recursive `mkdir` of Node does not end.
  expect(await parley(['export', 'Bakery', '/proc/parley/export'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^\/proc\/parley\/export: \w+: .*mkdir '\/proc\b.*'\n$/),
  });

  expect((await parley(['limits', 'Bakery', '--contacts', '5'])).out).toContain(
    'contacts  0 of 5\n',
  );
  for (const words of [['--contacts', 'none'], []]) {
    expect((await parley(['limits', 'Bakery', ...words])).out).toContain('\ncontacts  none\n');
  }

  for (const answer of ['Acme\nBakery\n', '']) {
    const refused = await parley(['delete', 'Bakery'], answer);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('This permanently deletes all data of Bakery.');
    expect(refused.err).toContain('Nothing was deleted');
  }
  expect((await parley(['list'])).out).toContain(id);
  expect((await parley(['delete', 'Bakery'], 'Bakery\n')).out).toContain(`${id}  Bakery  deleted`);
  expect((await parley(['list'])).out).toBe('');
  await parley(['create', 'Other']);
  expect(await parley(['delete', 'Other', '--yes'])).toMatchObject({ code: 0 });
  for (let n = 0; n < 2; n += 1) await parley(['create', 'Other']);
  const others =
    /^Several tenants are named Other\. Give the ID of one of them:\n(ten_\w+ {2}Other\n){2}$/;
  expect(await parley(['suspend', 'Other'])).toMatchObject({
    code: 1,
    err: expect.stringMatching(others),
  });
});

test('the deletion of an agency says that clients which it suspended stay suspended', async () => {
  const place = await freshPlace('SQLite');
  const parley = (words: readonly string[]) => runCommand(place, ['tenants', ...words]);
  await parley(['create', 'Agency', '--kind', 'agency']);
  await parley(['create', 'Shop']);
  const hint = 'Clients that this agency suspended stay suspended.';
  expect((await parley(['delete', 'Agency', '--yes'])).out).toContain(hint);
  expect((await parley(['delete', 'Shop', '--yes'])).out).not.toContain(hint);
});

test('the transactions of a deletion rest like those of workers, so that the server can write', async () => {
  const place = await freshPlace('SQLite');
  await runCommand(place, ['tenants', 'create', 'Shop']);
  const { transaction } = Database.prototype;
  const inBackground: boolean[] = [];
  vi.spyOn(Database.prototype, 'transaction').mockImplementation(async function (
    this: Database,
    work,
    options,
  ) {
    inBackground.push(options.isBackground);
    return await transaction.call(this, work, options);
  });
  const { out } = await runCommand(place, ['tenants', 'delete', 'Shop', '--yes']);
  expect(out).toContain('Shop  deleted');
  expect(inBackground.length).toBeGreaterThan(10);
  expect(new Set(inBackground)).toEqual(new Set([true]));
});
