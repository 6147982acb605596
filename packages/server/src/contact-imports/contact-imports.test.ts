import { readdirSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import {
  type ContactImport,
  type CustomField,
  customFieldLimits,
  type ErrorEnvelope,
} from '@parley/contract/schemas';
import { describe, expect, test } from 'vitest';
import { expectShortHold } from '../../../../scripts/test/expect-short-hold.ts';
import { targets } from '../../test/databases.ts';
import { createScene, drain, makeDue, type Scene, startQuiet } from '../../test/scene.ts';
import { serverOfTests } from '../../test/server-of-tests.ts';
import { contactsTable } from '../contacts/table.ts';
import { customFieldsTable } from '../custom-fields/table.ts';
import { eventsTable } from '../events/table.ts';
import { jobsTable } from '../jobs/table.ts';
import type { FileStore } from '../media/file-store.ts';
import { tidyFile } from '../media/jobs.ts';
import { advanceImport } from './jobs.ts';
import { contactImportsTable } from './table.ts';

describe.each(targets)('imports of contacts on %s', (target) => {
  const server = serverOfTests(() => startQuiet(target));

  test('an import that is interrupted after some rows goes on behind them, and applies no row twice', async () => {
    const scene = await createScene(server);
    const { id } = await upload(scene, rows(1_200));
    const { files } = server.deps.media;
    // Simulates a killed process: the reader is some kilobytes ahead of the rows that were applied.
    const broken = failingAfter(files, 15_000);
    await expect(advanceImport(scene.ctx, broken, id, 60_000)).rejects.toThrow('cut');
    const half = await read(scene, id);
    expect(half.status).toBe('running');
    expect(half.processed).toBeGreaterThanOrEqual(500);
    expect(half.processed).toBeLessThan(1_200);
    await drain(server);
    expect(await read(scene, id)).toMatchObject({
      status: 'completed',
      total: 1_200,
      processed: 1_200,
      created: 1_200,
      updated: 0,
    });
    await expectOneEach(scene, 1_200);
  });

  test('several workers that have the same import apply each row once', async () => {
    const scene = await createScene(server);
    const { id } = await upload(scene, rows(1_200));
    const { files } = server.deps.media;
    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.all([1, 2, 3].map(() => advanceImport(scene.ctx, files, id)));
    }
    await drain(server);
    expect(await read(scene, id)).toMatchObject({ status: 'completed', created: 1_200 });
    await expectOneEach(scene, 1_200);
  });

  test('contacts that requests create meanwhile are updated, and not doubled', async () => {
    const scene = await createScene(server);
    const { id } = await upload(scene, rows(600));
    const creating = Array.from({ length: 40 }, (_, index) =>
      scene.call('POST /contacts', { externalId: `row-${index * 15}`, language: 'pt-BR' }),
    );
    await Promise.all([drain(server), ...creating]);
    const done = await read(scene, id);
    expect(done).toMatchObject({ status: 'completed', failed: 0 });
    expect(done.created + done.updated).toBe(600);
    expect(await scene.ctx.db.select(contactsTable)).toHaveLength(600);
  });

  test('rows of one batch may pass unique values on, and a contact that changes twice has one event', async () => {
    const scene = await createScene(server);
    await scene.call('POST /contacts', { externalId: 'ana', phone: '+14155550101' });
    const { message } = await scene.receive({ from: '14155550102' });
    const { contactId: bo, conversationId } = message;
    const known = { externalId: 'bo', phone: '+14155550102', name: 'Bo' };
    await scene.call(`PATCH /contacts/${bo}`, known);
    const lines = [
      'externalId,phone,name',
      'bo,,Bob',
      'ana,+14155550103,',
      'bo,+14155550101,',
      'new,+14155550102,New',
    ];
    const answer = await upload(scene, lines.join('\n'));
    expect(answer).toMatchObject({ created: 1, updated: 3, failed: 0 });
    const contacts = (await scene.ctx.db.select(contactsTable)).map(contactsTable.toRecord);
    expect(new Map(contacts.map(({ externalId, phone }) => [externalId, phone]))).toEqual(
      new Map([
        ['ana', '+14155550103'],
        ['bo', '+14155550101'],
        ['new', '+14155550102'],
      ]),
    );
    const { contact } = await scene.conversation(conversationId);
    expect(contact).toMatchObject({ name: 'Bob', phone: '+14155550101' });
    const events = await scene.ctx.db
      .select(eventsTable)
      .where({ type: 'contact.updated', subject_id: bo })
      .orderBy('sequence');
    const { data } = JSON.parse(events.at(-1)?.body ?? '{}');
    // The request has recorded the first of these events.
    expect(events).toHaveLength(2);
    expect(data.previous).toEqual({ name: 'Bo', phone: '+14155550102' });
    expect(data.object).toMatchObject({ name: 'Bob', identities: [{ address: '14155550102' }] });
  });

  test('a row may change a contact that an earlier row of a long batch has created', async () => {
    const scene = await createScene(server);
    const lines = `${rows(250)}row-3,Renamed\nrow-x,New\n`;
    const { id } = await upload(scene, lines);
    await drain(server);
    const ended = { status: 'completed', created: 251, updated: 1, failed: 0 };
    expect(await read(scene, id)).toMatchObject(ended);
    const stored = await scene.ctx.db.select(contactsTable).where({ external_id: 'row-3' });
    expect(stored.map(({ name }) => name)).toEqual(['Renamed']);
  });

  test('the bytes of a file stay until its import has ended', async () => {
    const scene = await createScene(server);
    const { id } = await upload(scene, rows(101));
    const row = await scene.ctx.db.select(contactImportsTable).where({ id }).first();
    const sha256 = row?.sha256 ?? '';
    const file = { sha256, sizeBytes: 0 };
    const { files } = server.deps.media;
    const ctx = { ...scene.ctx, now: () => new Date(Date.now() + 10 * 86_400_000) };
    const tidy = () => tidyFile(files).run(ctx, { payload: { sha256 } } as never);
    await tidy();
    (await files.open(ctx, file)).destroy();
    await drain(server);
    expect((await read(scene, id)).status).toBe('completed');
    await tidy();
    await expect(files.open(ctx, file)).rejects.toThrow();
  });

  test('the end of an import, or its cancellation, queues a job that removes its file', async () => {
    const scene = await createScene(server);
    const done = await upload(scene, rows(1));
    expect(done.status).toBe('completed');
    const { id } = await upload(scene, rows(104));
    await scene.call(`POST /contacts/imports/${id}/cancel`);
    const files = await scene.ctx.db.select(contactImportsTable).orderBy('id');
    const jobs = await scene.ctx.db
      .select(jobsTable)
      .where({ name: 'tidy-file' })
      .orderBy('position');
    // The upload queues one job, and the end of the import another.
    expect(jobs.map(({ payload }) => JSON.parse(payload))).toEqual(
      files.flatMap(({ sha256 }) => [{ sha256 }, { sha256 }]),
    );
  });

  test('an import whose file is gone fails with the reason', async () => {
    const scene = await createScene(server);
    const { id } = await upload(scene, rows(102));
    const { files } = server.deps.media;
    const row = await scene.ctx.db.select(contactImportsTable).where({ id }).first();
    await files.removeOlder(scene.ctx, row?.sha256 ?? '', new Date(Date.now() + 86_400_000));
    await drain(server);
    await makeDue(server);
    await drain(server);
    expect(await read(scene, id)).toMatchObject({
      status: 'failed',
      error: { code: 'file_missing' },
      processed: 0,
    });
  });

  test('an import whose file has lost its end fails, and does not apply the cut row', async () => {
    const scene = await createScene(server);
    const { id } = await upload(scene, rows(103));
    const row = await scene.ctx.db.select(contactImportsTable).where({ id }).first();
    const sha256 = row?.sha256 ?? '';
    const { draftDir } = server.deps.media.files;
    const folder = join(dirname(draftDir), scene.ctx.db.tenantId, sha256.slice(0, 2));
    truncateSync(join(folder, sha256), rows(103).length - 4);
    for (let attempts = 0; (await read(scene, id)).status !== 'failed'; attempts += 1) {
      expect(attempts).toBeLessThan(60);
      await drain(server);
      await makeDue(server);
    }
    const names = (await scene.ctx.db.select(contactsTable)).map(({ name }) => name);
    expect(names).not.toContain('Name');
    expect((await read(scene, id)).error).toMatchObject({ code: 'internal' });
  });

  // One parser reads the files for both databases.
  if (target === 'Postgres') return;

  test('rows with many mistakes hold the process up only for a moment', async () => {
    const scene = await createScene(server);
    const keys = Array.from({ length: customFieldLimits.fields }, (_, n) => `f${n}`);
    const first = { entity: 'contact', key: 'f0', label: 'Number', type: 'number' };
    const { json } = await scene.call<CustomField>('POST /custom-fields', first);
    const others = keys.slice(1).map((key) => ({ ...json, id: scene.ctx.newId('cfd'), key }));
    await scene.ctx.db.insert(customFieldsTable, others.map(customFieldsTable.toRow));
    const header = `externalId,${keys.map((key) => `customFields.${key}`).join()}`;
    const importWide = async () => {
      const lines = Array.from({ length: 150 }, (_, n) => `${n},${keys.map(() => 'x')}`);
      const { id } = await upload(scene, [header, ...lines].join('\n'));
      await drain(server);
      expect(await read(scene, id)).toMatchObject({ status: 'completed', failed: 150 });
    };
    // Without pauses for other requests, these rows would block the event loop for seconds.
    await expectShortHold(importWide, { tries: 5, mostMs: 50 });
  });

  test('a file of line ends holds the process up only for a moment', async () => {
    const scene = await createScene(server);
    const importEmpty = async () => {
      const { id } = await upload(scene, `name${'\n'.repeat(50_000)}`);
      await drain(server);
      expect(await read(scene, id)).toMatchObject({ status: 'completed', created: 0 });
    };
    await expectShortHold(importEmpty, { tries: 5, mostMs: 50 });
  });

  test.each([
    ['a cell of 30 MB', () => `name,phone\n${'x'.repeat(30_000_000)},1\n`, /row with more than/],
    ['a quote that opens 30 MB', () => `name,phone\n"${'x\n'.repeat(15_000_000)}`, /not closed/],
    ['NUL', () => 'name,phone\n"a\0b",+14155550123\n', undefined],
    ['lines that end with CR', () => 'name,phone\rAna,+14155550123\r', undefined],
    ['1,000 columns', () => `phone${',x'.repeat(999)}\n+14155550123${','.repeat(999)}`, undefined],
  ])('%s is answered without an error of the server', async (_title, make, message) => {
    const scene = await createScene(server);
    const before = process.memoryUsage().rss;
    const answer = await send(scene, make());
    expect(answer.status).toBe(message ? 400 : 202);
    if (message) {
      const { error } = (await answer.json()) as ErrorEnvelope;
      expect(JSON.stringify(error.details)).toMatch(message);
    } else {
      const { created, failed } = (await answer.json()) as ContactImport;
      expect(created + failed).toBe(1);
    }
    expect(readdirSync(server.deps.media.files.draftDir)).toEqual([]);
    expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000);
  });
});

function rows(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => `row-${index},Name ${index}`);
  return `externalId,name\n${lines.join('\n')}\n`;
}

async function send(scene: Scene, text: string): Promise<Response> {
  return await scene.raw('POST /contacts/imports', text, { 'content-type': 'text/csv' });
}

async function upload(scene: Scene, text: string): Promise<ContactImport> {
  const answer = await send(scene, text);
  expect(answer.status).toBe(202);
  return (await answer.json()) as ContactImport;
}

async function read(scene: Scene, id: string): Promise<ContactImport> {
  return (await scene.call<ContactImport>(`GET /contacts/imports/${id}`)).json;
}

/** Expects that every row has created one contact, with one event. */
async function expectOneEach(scene: Scene, count: number): Promise<void> {
  const contacts = (await scene.ctx.db.select(contactsTable)).map(contactsTable.toRecord);
  expect(new Set(contacts.map(({ externalId }) => externalId)).size).toBe(count);
  expect(contacts).toHaveLength(count);
  const events = await scene.ctx.db.select(eventsTable).where({ type: 'contact.created' });
  expect(events).toHaveLength(count);
}

/** Returns a file store whose reads fail after this many bytes. */
function failingAfter(files: FileStore, most: number): FileStore {
  const open: FileStore['open'] = async (...given) => {
    const source = await files.open(...given);
    return Readable.from(
      (async function* () {
        let bytes = 0;
        for await (const chunk of source) {
          for (let at = 0; at < chunk.length; at += 1_000) {
            yield chunk.subarray(at, at + 1_000);
            bytes += 1_000;
            if (bytes >= most) throw new Error('cut');
          }
        }
      })(),
    );
  };
  return { ...files, open };
}
