import { openAsBlob } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from '@parley/msw';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type ContactImport, Parley } from '../src/index.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue();
});

const rows = 250;
const csv = `phone,name\n${Array.from({ length: rows }, (_, row) => `+1415555${1000 + row},Ana ${row}`).join('\n')}\nnone,Bo\n`;

async function aFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'contacts.csv');
  await writeFile(path, csv);
  return path;
}

function aClient() {
  const mock = createMock();
  return { mock, parley: new Parley({ apiKey: mock.apiKey, fetch: mock.fetch }) };
}

test('imports a file and reports its progress and mistakes', async () => {
  const { parley } = aClient();
  const path = await aFile();
  // #region import
  const file = await openAsBlob(path);
  const { id } = await parley.contactImports.create(file, { filename: 'contacts.csv' });
  const { status, created, failed } = await parley.contactImports.wait(id, {
    onProgress: ({ processed, total }) => console.log(`${processed} of ${total}`),
  });
  for await (const { row, field, message } of parley.contactImports.listErrors(id))
    console.log(row, field, message);
  // #endregion
  expect([status, created, failed]).toEqual(['completed', rows, 1]);
  const lines = vi.mocked(console.log).mock.calls;
  expect(lines.at(-2)).toEqual([`${rows + 1} of ${rows + 1}`]);
  expect(lines.at(-1)?.slice(0, 2)).toEqual([rows + 2, 'phone']);
});

test('streams an export into a file', async () => {
  const { mock, parley } = aClient();
  mock.seed.contacts(30, { tags: ['vip'] });
  const path = await aFile();
  // #region export
  const { body } = await parley.contacts.export({ tag: 'vip' }).asResponse();
  if (body) await writeFile(path, body); // 64 KB at a time, however large the export is
  // #endregion
  expect((await readFile(path, 'utf8')).split('\r\n')).toHaveLength(32);
});

function waiting(finishedAt: (string | null)[]) {
  let requests = 0;
  const fetch = async () => {
    requests += 1;
    return Response.json({ id: 'imp_1', finishedAt: finishedAt[requests - 1] });
  };
  const { contactImports } = new Parley({ apiKey: 'k', fetch });
  return { contactImports, requests: () => requests };
}

test('wait reads the import until it has an end, and passes every reading to onProgress', async () => {
  const { contactImports, requests } = waiting([null, null, '2026-11-21T10:00:00Z']);
  const seen: ContactImport[] = [];
  const onProgress = (record: ContactImport) => void seen.push(record);
  const end = await contactImports.wait('imp_1', { intervalMs: 0, onProgress });
  expect(end.finishedAt).toBe('2026-11-21T10:00:00Z');
  expect(seen.map(({ finishedAt }) => finishedAt)).toEqual([null, null, end.finishedAt]);
  expect(requests()).toBe(3);
});

test('a signal ends a wait between two readings', async () => {
  const { contactImports, requests } = waiting([null]);
  const controller = new AbortController();
  const options = { intervalMs: 1e9, signal: controller.signal };
  const end = contactImports.wait('imp_1', { ...options, onProgress: () => controller.abort() });
  await expect(end).rejects.toMatchObject({ name: 'AbortedError' });
  expect(requests()).toBe(1);
});

test('wait refuses an interval that is not a number of milliseconds', async () => {
  const { contactImports, requests } = waiting([null]);
  const intervalMs = Number.NaN;
  await expect(contactImports.wait('imp_1', { intervalMs })).rejects.toThrow(/^intervalMs is NaN/);
  expect(requests()).toBe(0);
});
