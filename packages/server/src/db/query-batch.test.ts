import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/databases.ts';
import { postgresOf } from './driver.ts';
import { batchQueries, SkippedQuery } from './query-batch.ts';

const unsendable = {
  toPostgres() {
    throw new Error('cannot be converted');
  },
};

/** A client whose batches go to a wire that records what is sent. */
function fakeClient() {
  const sent: string[] = [];
  const note = (what: string) => (message?: { name?: string; statement?: string }) =>
    sent.push([what, message?.name ?? message?.statement].filter(Boolean).join(' '));
  const wire = Object.assign(new EventEmitter(), {
    stream: { cork() {}, uncork() {} },
    parsedStatements: {},
    submittedNamedStatements: { taken: 'select 2' } as Record<string, string>,
    parse: note('parse'),
    bind: note('bind'),
    describe: () => {},
    execute: note('execute'),
    close: note('close'),
    sync: note('sync'),
  });
  const batches: pg.Query[] = [];
  const client = {
    query(batch: pg.Query, callback: () => void) {
      batches.push(Object.assign(batch, { callback }));
      batch.submit(wire as unknown as pg.Connection);
    },
  };
  return { sent, wire, batches, send: batchQueries(client as unknown as pg.Client) };
}

/** The methods that pg calls with answers. */
interface Answers {
  handleCommandComplete(message: { text: string }, wire: unknown): void;
  handleEmptyQuery(wire: unknown): void;
  handleReadyForQuery(wire: unknown): void;
}

const settled = async (results: readonly Promise<pg.QueryResult>[]) =>
  (await Promise.allSettled(results)).map((result) =>
    result.status === 'fulfilled' ? result.value.command : String(result.reason.message),
  );

test('a query that cannot be sent leaves its batch, and its neighbors get their own answers', async () => {
  const { sent, wire, batches, send } = fakeClient();
  const results = settled([
    send({ name: 'a', text: 'select 1' }),
    send({ name: 'b', text: 'select $1', values: [unsendable] }),
    send({ name: 'taken', text: 'select 3' }),
    send({ name: 'c', text: '' }),
    send({ name: 'd', text: 'select 4' }),
    send({ name: 'COMMIT', text: 'COMMIT' }),
  ]);
  await new Promise(setImmediate);
  const batch = batches[0] as unknown as Answers;
  batch.handleCommandComplete({ text: 'SELECT 1' }, wire);
  batch.handleEmptyQuery(wire);
  batch.handleCommandComplete({ text: 'INSERT 0 1' }, wire);
  batch.handleReadyForQuery(wire);
  expect(await results).toEqual([
    'SELECT',
    'cannot be converted',
    "Prepared statements must be unique - 'taken' was used for a different statement",
    null,
    'INSERT',
    expect.any(String),
  ]);
  expect(sent).toEqual([
    ...['a', 'c', 'd'].flatMap((name) => [`parse ${name}`, `bind ${name}`, 'execute']),
    'sync',
  ]);
  // The next query with this name prepares it.
  expect(wire.submittedNamedStatements).not.toHaveProperty('b');
});

test('every query fails when Postgres has not answered all of them', async () => {
  const { wire, batches, send } = fakeClient();
  const results = settled([
    send({ name: 'a', text: 'select 1' }),
    send({ name: 'b', text: 'select 2' }),
  ]);
  await new Promise(setImmediate);
  const batch = batches[0] as unknown as Answers;
  batch.handleCommandComplete({ text: 'SELECT 1' }, wire);
  batch.handleReadyForQuery(wire);
  expect(new Set(await results)).toEqual(new Set(['Postgres answered 1 of 2 queries']));
});

test('on Postgres, the neighbors of a query that cannot be sent get their rows, and nothing is committed', async () => {
  const { database } = await freshDatabase('Postgres');
  const client: pg.Client = await database.writer.client.acquireConnection();
  try {
    const { rows, execute } = postgresOf(client);
    const read = (value: unknown, name = 'one') => rows(name, 'select $1::text as one', [value]);
    for (const before of ['not prepared', 'prepared']) {
      const results = [read('a'), read(unsendable), read(unsendable, 'two'), read('c'), read('d')];
      const got = await Promise.allSettled(results);
      const reason = new Error('cannot be converted');
      const failed = { status: 'rejected', reason };
      expect(got, before).toEqual([
        { status: 'fulfilled', value: [{ one: 'a' }] },
        failed,
        failed,
        { status: 'fulfilled', value: [{ one: 'c' }] },
        { status: 'fulfilled', value: [{ one: 'd' }] },
      ]);
      expect(await read('e', 'two')).toEqual([{ one: 'e' }]);
    }
    await execute('create temporary table written (one text)');
    const write = (value: unknown) => rows('write', 'insert into written values ($1)', [value]);
    const [, , refused, commit] = await Promise.allSettled([
      execute('BEGIN'),
      write('a'),
      write(unsendable),
      execute('COMMIT'),
    ]);
    expect([refused, commit]).toMatchObject([
      { reason: { message: 'cannot be converted' } },
      { reason: expect.any(SkippedQuery) },
    ]);
    await execute('ROLLBACK');
    expect(await rows('count', 'select count(*) as count from written', [])).toEqual([
      { count: 0 },
    ]);
  } finally {
    await database.writer.client.releaseConnection(client);
  }
});
