import { type PreparedSource, prepareSource } from '@parley/search';
import type { Writer } from '@parley/search/writer';
import { editIndexes, type TenantDb } from '../../../server.ts';
import type { Side } from './tenants.ts';

export const chunksPerSource = 10;
const batch = 200;

/** Returns prepared sources of ten chunks each. */
export function writeSources(writer: Writer, chunks: number): PreparedSource[] {
  return Array.from({ length: Math.ceil(chunks / chunksPerSource) }, () => {
    const content = Array.from({ length: chunksPerSource }, () => writer.section()).join('\n\n');
    return prepareSource({ title: writer.title(), content, format: 'markdown', language: 'en' });
  });
}

export async function addSources(
  db: TenantDb,
  sources: readonly PreparedSource[],
  first = 0,
): Promise<void> {
  const add = sources.map(({ analyzer, documents }, index) => {
    const id = `src_${String(first + index).padStart(26, '0')}`;
    return { id, index: 'sources' as const, analyzer, documents };
  });
  await db.transaction((db) => editIndexes(db, { remove: [], add }));
}

/** Adds the same chunks to a new tenant of each database, and reports how fast this is. */
export async function fillLarge(
  sides: readonly Side[],
  { chunks, writer }: { chunks: number; writer: Writer },
): Promise<TenantDb[]> {
  const tenants = await Promise.all(sides.map((side) => side.newTenant()));
  const spent = sides.map(() => 0);
  const sources = chunks / chunksPerSource;
  let preparing = 0;
  for (let made = 0; made < sources; made += batch) {
    const begin = performance.now();
    const some = writeSources(writer, Math.min(batch, sources - made) * chunksPerSource);
    preparing += performance.now() - begin;
    await Promise.all(
      tenants.map(async (db, index) => {
        const start = performance.now();
        await addSources(db, some, made);
        spent[index] = (spent[index] ?? 0) + performance.now() - start;
      }),
    );
    const done = (made + some.length) * chunksPerSource;
    if (done % 10_000 !== 0 && done < chunks) continue;
    const perSecond = (ms = 1) => Math.round(done / (ms / 1000));
    const rates = sides.map(({ name }, index) => `${name} ${perSecond(spent[index])}`);
    console.log(
      `${done} of ${chunks} chunks; a second: ${perSecond(preparing)} prepared, into the index ${rates.join(', ')}`,
    );
  }
  return tenants;
}

const texts = 20;

/** Adds small tenants whose texts have the same words. */
export async function fillSmall(
  side: Side,
  { tenants, chunks, writer }: { tenants: number; chunks: number; writer: Writer },
): Promise<TenantDb[]> {
  const sets = Array.from({ length: texts }, () => writeSources(writer, chunks));
  const made: TenantDb[] = [];
  for (let number = 0; number < tenants; number += 1) {
    const db = await side.newTenant();
    await addSources(db, sets[number % texts] ?? []);
    made.push(db);
    if (made.length % 200 === 0) console.log(`${side.name}: ${made.length} of ${tenants} tenants`);
  }
  return made;
}
