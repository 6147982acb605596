import { setImmediate } from 'node:timers/promises';
import { analyzeDocument, blockSize } from '@parley/search/format';
import { createRandom } from '@parley/search/noise';
import { createWriter } from '@parley/search/writer';
import { describe, expect, test } from 'vitest';
import { databaseOfTests, openAt, targets } from '../../test/databases.ts';
import {
  found,
  ids,
  indexSources,
  type TextOfSource,
  tenantsOf,
} from '../../test/knowledge-engine.ts';
import { SystemDb } from '../db/system-db.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { editIndexes } from './edit-index.ts';

/** Returns a distinct word for every number. */
const letters = (number: number) =>
  `zq${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}xw`;
const id = (number: number) => `src_${String(number).padStart(4, '0')}`;

describe.each(targets)('an index on %s', (target) => {
  const shared = databaseOfTests(target);
  const rowsOf = ({ tenantId }: TenantDb, table: string) =>
    shared.database.writer(table).where({ tenant_id: tenantId });

  test('equals a new index of the same records after any changes', async () => {
    const newTenant = tenantsOf(shared.database);
    const [changed, fresh] = [await newTenant(), await newTenant()];
    // Only the statements differ between the databases, so that each gets other changes.
    const seed = target === 'SQLite' ? 2 : 3;
    const random = createRandom(seed);
    const writer = createWriter(seed);
    const current = new Map<string, TextOfSource>();
    // Each record changes about six times on SQLite, and three times on Postgres.
    const steps = target === 'SQLite' ? 60 : 30;
    for (let step = 0; step < steps; step += 1) {
      const records = Array.from({ length: 1 + Math.floor(random() * 4) }, () => ({
        id: id(Math.floor(random() * 25)),
        title: writer.title(),
        content: Array.from({ length: 1 + Math.floor(random() * 4) }, () => writer.section()).join(
          '\n\n',
        ),
        language: random() < 0.8 ? 'en' : 'de',
        index: random() < 0.8 ? ('sources' as const) : ('sources.archived' as const),
      }));
      const unique = [...new Map(records.map((record) => [record.id, record])).values()];
      const gone = random() < 0.5 ? [id(Math.floor(random() * 25))] : [];
      await indexSources(changed, unique, gone);
      for (const one of gone) current.delete(one);
      for (const record of unique) current.set(record.id, record);
    }
    await indexSources(fresh, [...current.values()].toReversed());
    const termsOf = (db: TenantDb) =>
      rowsOf(db, 'knowledge_terms')
        .select('index_name', 'term', 'documents', 'words')
        .orderBy(['index_name', 'term']);
    expect(await termsOf(changed)).toEqual(await termsOf(fresh));
    for (let asked = 0; asked < 15; asked += 1) {
      const q = writer.question();
      for (const indexes of [['sources'], ['sources.archived']] as const) {
        expect(await found(changed, q, { indexes })).toEqual(await found(fresh, q, { indexes }));
      }
    }
  });

  test('holds words of letters with two UTF-16 units and of characters with many marks', async () => {
    const db = await tenantsOf(shared.database)();
    const random = createRandom(4);
    const marks = Array.from({ length: 900 }, () =>
      String.fromCharCode(0x1a55 + Math.floor(random() * 9), 0x0e34 + Math.floor(random() * 7)),
    );
    const gothic = `a${'\u{10330}'.repeat(30)}`;
    const adlam = `a${'\u{10330}'.repeat(23)}${'\u{1e900}'.repeat(7)}`;
    await indexSources(db, [
      { id: id(1), content: `${gothic} ${adlam}` },
      { id: id(2), content: `${gothic}\n\n~~~\n\u0e01${marks.join('')}\n~~~` },
    ]);
    expect(await ids(db, gothic)).toEqual([id(1), id(2)]);
    await indexSources(db, [], [id(1), id(2)]);
    expect(await rowsOf(db, 'knowledge_terms')).toEqual([]);
  });

  test('keeps nothing of removed records, not even words for corrections', async () => {
    const db = await tenantsOf(shared.database)();
    await indexSources(db, [
      { id: id(1), content: 'The secret word is xylophone.' },
      { id: id(2), content: 'Nothing of interest.' },
    ]);
    expect(await ids(db, 'xylphone')).toEqual([id(1)]);
    await indexSources(db, [], [id(1), 'src_unknown']);
    expect(await ids(db, 'xylophone')).toEqual([]);
    expect(await ids(db, 'xylphone')).toEqual([]);
    await indexSources(db, [], [id(2)]);
    for (const table of ['knowledge_terms', 'knowledge_postings', 'knowledge_chunks']) {
      expect(await rowsOf(db, table), table).toEqual([]);
    }
    const [head] = await rowsOf(db, 'knowledge_indexes');
    expect(head).toMatchObject({ documents: 0, analyzers: '{}' });
    expect(Number(head.body_words)).toBe(0);
  });

  test('adds blocks and reuses free slots', async () => {
    const db = await tenantsOf(shared.database)();
    const record = (number: number, documents: number) => ({
      id: id(number),
      index: 'sources' as const,
      analyzer: 'en' as const,
      documents: Array.from({ length: documents }, (_, place) => {
        const text = `${letters(number)} ${letters(100 + place)}`;
        return {
          headings: [],
          text,
          analyzed: analyzeDocument({ title: '', others: [], body: text }, 'en'),
        };
      }),
    });
    const edit = (remove: string[], add: ReturnType<typeof record>[]) =>
      db.transaction((db) => editIndexes(db, { remove, add }));
    await edit([], [record(1, blockSize - 10), record(2, 20)]);
    await edit([], [record(3, blockSize)]);
    const blocks = async () =>
      (await rowsOf(db, 'knowledge_blocks').orderBy('block')).map((row) => row.used);
    expect(await blocks()).toEqual([blockSize, blockSize, 10]);
    await edit([id(1)], [record(4, 5)]);
    expect(await blocks()).toEqual([15, blockSize, 10]);
    expect(await ids(db, letters(1), { fuzzy: false })).toEqual([]);
    for (const number of [2, 3, 4])
      expect(await ids(db, letters(number), { fuzzy: false })).toEqual([id(number)]);
    expect(await ids(db, letters(119), { fuzzy: false })).toEqual([id(2), id(3)]);
  });

  test('loses nothing when two processes change it at once', async () => {
    const db = await tenantsOf(shared.database)();
    const other = new SystemDb(openAt(shared.place)).forTenant(db.tenantId);
    const record = (number: number) => ({
      id: id(number),
      content: `Common, and ${letters(number)}.`,
    });
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        indexSources(number % 2 === 0 ? db : other, [record(number)]),
      ),
    );
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        indexSources(number % 2 === 0 ? other : db, [], number % 4 === 0 ? [id(number)] : []),
      ),
    );
    expect(await ids(db, 'common')).toHaveLength(15);
    const [head] = await rowsOf(db, 'knowledge_indexes').where({ name: 'sources' });
    expect(head.documents).toBe(15);
  });

  test('is searched in its old state until a change is committed', async () => {
    const db = await tenantsOf(shared.database)();
    const version = (word: string) => ({
      id: id(1),
      content: Array.from({ length: 30 }, (_, part) => `# Part ${part}\n\nThe ${word} one.`).join(
        '\n\n',
      ),
    });
    await indexSources(db, [version('old')]);
    const seen: string[][] = [];
    for (let round = 0; round < 4; round += 1) {
      // A search starts again at most three times when the record changes during it.
      const words = round % 2 === 0 ? ['new', 'old', 'new'] : ['old', 'new', 'old'];
      let changing = true;
      const changes = (async () => {
        for (const word of words) await indexSources(db, [version(word)]);
      })().finally(() => {
        changing = false;
      });
      while (changing) {
        seen.push(await ids(db, 'the old new one', { fuzzy: false }));
        // A search on SQLite ends in one turn of the event loop. Without this pause, a long change would not continue.
        await setImmediate();
      }
      await changes;
    }
    expect(seen).toEqual(seen.map(() => [id(1)]));
    await db
      .transaction(async (tx) => {
        await indexSources(tx, [version('undone')]);
        throw new Error('something else of the cause failed');
      })
      .catch(() => {});
    expect(await ids(db, 'undone', { fuzzy: false })).toEqual([]);
    expect(await ids(db, 'old', { fuzzy: false })).toEqual([id(1)]);
  });

  test('is searched correctly after a rolled-back change was read', async () => {
    const db = await tenantsOf(shared.database)();
    await indexSources(db, [{ id: id(1), content: 'A parcel is late.' }]);
    const undone = db.transaction(async (db) => {
      const content = 'Parcels, parcels, parcels.';
      await indexSources(db, [{ id: id(2), content }], [id(1)]);
      expect(await ids(db, 'parcel')).toEqual([id(2)]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await ids(db, 'parcel')).toEqual([id(1)]);
    await indexSources(db, [{ id: id(3), content: 'No letter came.' }], [id(1)]);
    expect(await ids(db, 'parcel letter')).toEqual([id(3)]);
  });

  test('another tenant with the same words changes no score', async () => {
    const newTenant = tenantsOf(shared.database);
    const db = await newTenant();
    const writer = createWriter(4);
    const records = Array.from({ length: 20 }, (_, number) => ({
      id: id(number),
      title: writer.title(),
      content: writer.section(),
    }));
    await indexSources(db, records);
    const questions = Array.from({ length: 20 }, () => writer.question());
    const ask = () => Promise.all(questions.map((q) => found(db, q)));
    const before = await ask();
    const neighbour = await newTenant();
    await indexSources(
      neighbour,
      Array.from({ length: 6 }, (_, number) => ({
        id: id(number),
        title: questions.join(' '),
        content: records.map(({ content }) => content).join('\n\n'),
      })),
    );
    expect(await ask()).toEqual(before);
    expect((await ids(neighbour, questions[0] ?? '')).length).toBeGreaterThan(0);
  });

  test('yields while it indexes a long text', async () => {
    const db = await tenantsOf(shared.database)();
    const writer = createWriter(7);
    const content = Array.from({ length: 400 }, () => writer.section()).join('\n\n');
    let foundNothing = 0;
    let changing = true;
    const change = indexSources(db, [{ id: id(1), content }]).finally(() => {
      changing = false;
    });
    while (changing) {
      await setImmediate();
      if ((await ids(db, 'the')).length === 0) foundNothing += 1;
    }
    await change;
    expect(foundNothing).toBeGreaterThan(2);
    expect(await ids(db, 'the')).toEqual([id(1)]);
  });

  test('refuses changes outside a transaction', async () => {
    const db = await tenantsOf(shared.database)();
    await expect(editIndexes(db, { remove: [id(1)], add: [] })).rejects.toThrow('transaction');
  });
});
