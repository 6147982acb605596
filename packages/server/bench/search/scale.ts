import { prepareSource } from '@parley/search';
import type { TenantDb } from '../../src/db/tenant-db.ts';
import { editIndexes, type NewRecord } from '../../src/knowledge/edit-index.ts';
import { searchSources } from '../../src/knowledge/search.ts';
import { printTable, type Row } from '../harness/print.ts';
import type { Collection } from './collection.ts';
import { percentile } from './measures.ts';
import type { Side } from './tenants.ts';
import { createWriter, type Writer } from './writer.ts';

const chunksPerSource = 10;
const largeTenant = 100_000;
const smallTenant = 100;
const neighbours = 1_000;
const queries = 200;
const batch = 100;

/** A tenant with a hundred thousand chunks, and one of a hundred alone and among a thousand like it. */
export async function reportScale(
  _collections: readonly Collection[],
  sides: readonly Side[],
): Promise<void> {
  const rows: Row[] = [];
  for (const side of sides) {
    const writer = createWriter(1);
    const asked = Array.from({ length: queries }, () => writer.question());
    const small = await side.newTenant();
    await fill(small, smallTenant, writer);
    const row = (what: string, times: readonly number[], ratio?: number): Row => ({
      'searches in': what,
      database: side.name,
      'p50 ms': percentile(times, 0.5),
      'p95 ms': percentile(times, 0.95),
      'beside none': ratio === undefined ? '' : ratio,
    });
    const alone = await timed(small, asked);
    rows.push(row('100 chunks, alone', alone));
    for (let made = 1; made < neighbours; made += 1) {
      await fill(await side.newTenant(), smallTenant, writer);
    }
    const among = await timed(small, asked);
    rows.push(
      row(
        '100 chunks, among 1,000 tenants',
        among,
        percentile(among, 0.5) / percentile(alone, 0.5),
      ),
    );
    const large = await side.newTenant();
    const start = performance.now();
    await fill(large, largeTenant, writer);
    const perSecond = largeTenant / ((performance.now() - start) / 1000);
    console.log(
      `${side.name}: ${Math.round(perSecond).toLocaleString('en-US')} chunks a second go into the index`,
    );
    rows.push(row('100,000 chunks', await timed(large, asked)));
    const beside = await timed(small, asked);
    rows.push(
      row('100 chunks, beside 100,000', beside, percentile(beside, 0.5) / percentile(alone, 0.5)),
    );
  }
  printTable(rows);
  console.log();
}

async function fill(db: TenantDb, chunks: number, writer: Writer): Promise<void> {
  let made = 0;
  while (made * chunksPerSource < chunks) {
    const records: NewRecord[] = [];
    while (records.length < batch && made * chunksPerSource < chunks) {
      made += 1;
      const title = writer.title();
      const content = Array.from({ length: chunksPerSource }, () => writer.section()).join('\n\n');
      const prepared = prepareSource({ title, content, format: 'markdown', language: 'en' });
      records.push({ id: `src_${String(made).padStart(26, '0')}`, index: 'sources', ...prepared });
    }
    await db.transaction((db) => editIndexes(db, { remove: [], add: records }));
  }
}

async function timed(db: TenantDb, asked: readonly string[]): Promise<number[]> {
  for (const q of asked.slice(0, 30)) await searchSources(db, { q, limit: 10 });
  const times: number[] = [];
  for (const q of asked) {
    const start = performance.now();
    await searchSources(db, { q, limit: 10 });
    times.push(performance.now() - start);
  }
  return times;
}
