import { createRandom } from '@parley/search/noise';
import { percentile } from '../../../median.ts';
import type { Row } from '../harness/print.ts';
import { withAlternates } from './alternates.ts';
import type { Collection } from './collection.ts';
import { measure, type Run } from './measures.ts';
import { type Engine, otherEngines } from './others.ts';
import { addCollection, search } from './ours.ts';
import { report } from './report.ts';
import { firstOf, type Side } from './tenants.ts';
import { withTypos } from './typos.ts';

const warmUp = 20;

/** Reports the quality of our search on both databases, and of ready-made engines. */
export async function reportEngines(
  collections: readonly Collection[],
  sides: readonly Side[],
): Promise<void> {
  for (const collection of collections) {
    const engines: Engine[] = [];
    for (const side of sides) {
      engines.push(await ourEngine(`ours, ${side.name}`, side, collection));
    }
    engines.push(...(await otherEngines(collection)));
    const rows: Row[] = [];
    const ours: Run[][] = [];
    for (const engine of engines) {
      const { runs, times } = await ask(engine, collection);
      if (engine.name.startsWith('ours')) ours.push(runs);
      const empty = runs.filter(({ found }) => found.length === 0).length / runs.length;
      rows.push({
        [collection.name]: engine.name,
        ...figures(runs),
        ...halves(runs, collection),
        empty: `${(100 * empty).toFixed(0)} %`,
        'p50 ms': percentile(times, 0.5).toFixed(1),
        'p95 ms': percentile(times, 0.95).toFixed(1),
      });
    }
    report(`engines on ${collection.name}`, rows);
    const [first = [], second = []] = ours;
    const same = first.filter((run, place) => equal(run.found, second[place]?.found)).length;
    console.log(`the two databases find the same for ${same} of ${first.length} queries\n`);
  }
}

/** Reports the quality when every query has two typos. */
export async function reportTypos(
  collections: readonly Collection[],
  sides: readonly Side[],
): Promise<void> {
  const rows: Row[] = [];
  for (const collection of collections) {
    const engine = await ourEngine('ours', firstOf(sides), collection);
    const clean = await meanReciprocalRank(engine, collection);
    for (const seed of [1, 2, 3]) {
      const random = createRandom(seed);
      const queries = collection.queries.map((query) => ({
        ...query,
        q: withTypos(query.q, random),
      }));
      const withThem = await meanReciprocalRank(engine, { ...collection, queries });
      rows.push({
        'two typos a query': collection.name,
        seed: String(seed),
        ...compared(clean, withThem),
      });
    }
  }
  report('typos', rows);
  console.log();
}

/**
 * Reports the quality when each FAQ has three questions of people as alternate questions. The other questions are the
 * queries.
 */
export async function reportAlternates(
  collections: readonly Collection[],
  sides: readonly Side[],
): Promise<void> {
  const rows: Row[] = [];
  for (const collection of collections.filter(({ kind }) => kind === 'faqs')) {
    for (const seed of [1, 2, 3]) {
      const { plain, given } = withAlternates(collection, seed);
      const [without = 0, withThem = 0] = await Promise.all(
        [plain, given].map(async (one) =>
          meanReciprocalRank(await ourEngine('ours', firstOf(sides), one), one),
        ),
      );
      rows.push({
        'three alternates a FAQ': collection.name,
        seed: String(seed),
        queries: String(plain.queries.length),
        ...compared(without, withThem),
      });
    }
  }
  report('alternate questions', rows);
  console.log();
}

/** Returns our engine with the collection in a new tenant. */
async function ourEngine(name: string, side: Side, collection: Collection): Promise<Engine> {
  const db = await side.newTenant();
  await addCollection(db, collection);
  return {
    name,
    search: async (q) => (await search(db, collection.kind, q)).map(({ id }) => id),
  };
}

async function meanReciprocalRank(engine: Engine, collection: Collection): Promise<number> {
  return measure((await ask(engine, collection)).runs).mrr;
}

async function ask(
  engine: Engine,
  { queries }: Collection,
): Promise<{ runs: Run[]; times: number[] }> {
  for (const { q } of queries.slice(0, warmUp)) await engine.search(q);
  const runs: Run[] = [];
  const times: number[] = [];
  for (const query of queries) {
    const start = performance.now();
    const found = await engine.search(query.q);
    times.push(performance.now() - start);
    runs.push({ query, found });
  }
  return { runs, times };
}

function figures(runs: readonly Run[]): Row {
  const { ndcg, mrr, hit1, hit5 } = measure(runs);
  return {
    'nDCG@10': ndcg.toFixed(3),
    'MRR@10': mrr.toFixed(3),
    'hit@1': hit1.toFixed(3),
    'hit@5': hit5.toFixed(3),
  };
}

/**
 * Returns the quality for the queries that the weights were tuned on, and for the others. Who chose the weights knew
 * the others, too.
 */
function halves(runs: readonly Run[], { isTunedOn }: Collection): Row {
  const ndcg = (some: readonly Run[]) => (some.length === 0 ? '' : measure(some).ndcg.toFixed(3));
  return {
    'nDCG, tried on': ndcg(runs.filter((_, place) => isTunedOn(place))),
    'nDCG, the rest': ndcg(runs.filter((_, place) => !isTunedOn(place))),
  };
}

function equal(a: readonly string[], b: readonly string[] | undefined): boolean {
  return a.length === b?.length && a.every((id, place) => id === b[place]);
}

function compared(without: number, withThem: number): Row {
  const difference = withThem - without;
  return {
    'MRR@10 without': without.toFixed(3),
    'MRR@10 with': withThem.toFixed(3),
    difference: `${difference < 0 ? '' : '+'}${difference.toFixed(3)}`,
  };
}
