// Imports of contacts beside an insert of the same rows in the same run, 500 in a statement. The rows are new, or they
// change a contact, or they change nothing. Then an export. Also how long the process works at a time. Words select a database and the
// number of rows: `contact-import Postgres 20000`.
import { Readable } from 'node:stream';
import { createContactImportQuery, exportContactsQuery } from '@parley/contract/schemas';
import { csvLine } from '@parley/domain';
import { longestHold } from '../../../../../scripts/test/longest-hold.ts';
import {
  contactPages,
  contactsTable,
  contextOf,
  createTenant,
  type Deps,
  importFile,
  prepareDatabase,
  type TenantContext,
} from '../../server.ts';
import { depsOf } from './harness/deps.ts';
import { eachPlace, type Place } from './harness/place.ts';
import type { CpuMeter } from './harness/postgres-cpu.ts';
import { printTable, type Row } from './harness/print.ts';

const count = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 20_000);
const rowsInInsert = 500;
const goalPerSecond = 5_000;
const watched = 2_000;

const rows: Row[] = [];
await eachPlace(measurePlace);
printTable(rows);

async function measurePlace(place: Place): Promise<void> {
  const { name: database, cpu } = place;
  const deps = depsOf(place, { PARLEY_LOG_LEVEL: 'silent' });
  await prepareDatabase(deps);
  const ctx = await newTenant(deps);
  const file = { made: fileOf('Ana', count), changed: fileOf('Bo', count) };
  const imported = async (text: string) => await measure(() => runImport(deps, ctx, text), cpu);
  const made = await imported(file.made);
  const stored = await ctx.db.select(contactsTable);
  const other = await newTenant(deps);
  const inserted = await measure(() => insertAgain(other, stored), cpu);
  // In separate runs, because watching the process takes a part of its time.
  const small = await newTenant(deps);
  const holdMs = async (name: string) =>
    await longestHold(() => runImport(deps, small, fileOf(name, watched)));
  for (const [what, ours, name] of [
    ['new contacts', made, 'Cid'],
    ['changed contacts', await imported(file.changed), 'Dora'],
    ['same contacts', await imported(file.changed), 'Dora'],
  ] as const) {
    rows.push({
      database,
      rows: what,
      'rows/s': ours.perSecond,
      'CPU µs': ours.cpuMicros,
      'database CPU µs': ours.databaseMicros,
      'insert rows/s': inserted.perSecond,
      'insert CPU µs': inserted.cpuMicros,
      'insert database CPU µs': inserted.databaseMicros,
      'ours ÷ insert': ours.perSecond / inserted.perSecond,
      'longest hold ms': await holdMs(name),
      goal: ours.perSecond >= goalPerSecond ? 'met' : `MISSED (${goalPerSecond})`,
    });
  }
  const readAll = async (of: TenantContext) => {
    for await (const _page of contactPages(of, exportContactsQuery.parse({})));
  };
  const exported = await measure(() => readAll(ctx), cpu);
  rows.push({
    database,
    rows: 'exported contacts',
    'rows/s': exported.perSecond,
    'CPU µs': exported.cpuMicros,
    'database CPU µs': exported.databaseMicros,
    'longest hold ms': await longestHold(() => readAll(small)),
  });
  await Promise.all(Object.values(deps.adapters).map((adapter) => adapter.close()));
  await deps.database.close();
}

async function newTenant(deps: Deps): Promise<TenantContext> {
  const ctx = contextOf(deps, deps.newId('ten'));
  await createTenant(ctx, { name: 'Bench' });
  return ctx;
}

async function measure(work: () => Promise<void>, databaseCpu: CpuMeter) {
  const startedAt = performance.now();
  const cpu = process.cpuUsage();
  const databaseMicros = databaseCpu();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    perSecond: (count * 1_000) / (performance.now() - startedAt),
    cpuMicros: (user + system) / count,
    databaseMicros: (databaseCpu() - databaseMicros) / count,
  };
}

async function runImport({ media }: Deps, ctx: TenantContext, file: string): Promise<void> {
  const source = Readable.from(Buffer.from(file), { objectMode: false });
  const query = createContactImportQuery.parse({});
  const steps = importFile(ctx, media, source, query);
  for await (const { failed, status } of steps) {
    if (failed > 0 || status === 'failed') throw new Error(`${failed} rows failed`);
  }
}

async function insertAgain(ctx: TenantContext, made: readonly object[]): Promise<void> {
  for (let at = 0; at < made.length; at += rowsInInsert) {
    const some = made.slice(at, at + rowsInInsert);
    await ctx.db.transaction((db) => db.insertTogether(contactsTable, some as never));
  }
}

function fileOf(name: string, count: number): string {
  const header = csvLine([
    'externalId',
    'name',
    'phone',
    'email',
    'country',
    'tags',
    'metadata.plan',
  ]);
  const lines = Array.from({ length: count }, (_, at) =>
    csvLine([
      `customer-${at}`,
      `${name} ${at}`,
      `+1415${String(at).padStart(7, '0')}`,
      `customer${at}@example.com`,
      'US',
      'vip;new',
      'gold',
    ]),
  );
  return header + lines.join('');
}
