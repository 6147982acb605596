import { createRandom } from '@parley/search/noise';
import { createWriter } from '@parley/search/writer';
import { medianOf, percentile } from '../../../median.ts';
import { createIndexMemo, searchSources, type TenantDb } from '../../../server.ts';
import { printTable, type Row } from '../harness/print.ts';
import type { Collection } from './collection.ts';
import { addSources, fillLarge, fillSmall, writeSources } from './fill.ts';
import type { Side } from './tenants.ts';
import { withTypos } from './typos.ts';

const smallTenant = 100;
const neighbours = 1_000;
const queries = 300;
const warmUp = 50;
/** One in this many questions has a typo. */
const mistyped = 4;
const indexMemo = createIndexMemo();

/**
 * Reports the search time with much content, and whether other tenants slow down a small one. For this, searches the
 * same tenant alone in its database and together with others, in turns.
 */
export async function reportScale(
  _collections: readonly Collection[],
  sides: readonly Side[],
  { chunks }: { chunks: number },
): Promise<void> {
  const larges = await fillLarge(sides, { chunks, writer: createWriter(1) });
  const rows: Row[] = [];
  for (const [index, side] of sides.entries()) {
    const large = larges[index];
    if (!large) throw new Error(`${side.name} was not filled`);
    // The same texts in both: the same random numbers.
    const fill = { chunks: smallTenant, tenants: neighbours };
    const all = await fillSmall(side, { ...fill, writer: createWriter(2) });
    const [alone] = await fillSmall(await side.another(), {
      ...fill,
      tenants: 1,
      writer: createWriter(2),
    });
    const [beside] = all;
    if (!alone || !beside) throw new Error('there are no small tenants');
    const questions = writeQuestions();
    console.log(`${side.name}: asking`);
    const searches = await inTurns(questions, {
      [`${smallTenant} chunks, alone`]: () => alone,
      [`${smallTenant} chunks, beside all others`]: () => beside,
      [`${smallTenant} chunks, another tenant each time`]: (turn) =>
        all[turn % all.length] ?? beside,
    });
    const [first] = searches.values();
    for (const [what, times] of searches) {
      rows.push({
        ...rowOf(side, what, times),
        'median ÷ alone': medianOf(times) / medianOf(first ?? []),
      });
    }
    const what = `${chunks.toLocaleString('en-US')} chunks`;
    const cpu = cpuOf(side);
    const times = await timed(large, questions);
    const each = (cpu() / (queries + warmUp)).toFixed(1);
    rows.push({ ...rowOf(side, what, times), 'CPU ms': each });
    const worst = questions[times.indexOf(Math.max(...times))];
    console.log(`${side.name}, the slowest of ${what}: ${worst}`);
    rows.push(
      rowOf(side, `${what}, each after a change`, await timedAfterChanges(large, questions)),
    );
  }
  printTable(rows);
  console.log();
}

function writeQuestions(): string[] {
  const writer = createWriter(3);
  const random = createRandom(4);
  return Array.from({ length: queries }, (_, place) => {
    const question = writer.question();
    return place % mistyped === 0 ? withTypos(question, random, 1) : question;
  });
}

function rowOf({ name }: Side, what: string, times: readonly number[]): Row {
  return {
    'searches in': what,
    database: name,
    'p50 ms': medianOf(times),
    'p95 ms': percentile(times, 0.95),
    'slowest ms': Math.max(...times),
    'CPU ms': '',
    'median ÷ alone': '',
  };
}

/** Asks every question to each tenant in turn, so that other load on the machine affects all equally. */
async function inTurns(
  questions: readonly string[],
  tenants: Readonly<Record<string, (turn: number) => TenantDb>>,
): Promise<Map<string, number[]>> {
  const searches = new Map(Object.keys(tenants).map((what) => [what, [] as number[]]));
  const order = Object.entries(tenants);
  for (const [turn, q] of [...questions.slice(0, warmUp), ...questions].entries()) {
    for (const [what, tenant] of turn % 2 === 0 ? order : order.toReversed()) {
      const time = await timeOf(tenant(turn), q);
      if (turn >= warmUp) searches.get(what)?.push(time);
    }
  }
  return searches;
}

async function timed(db: TenantDb, questions: readonly string[]): Promise<number[]> {
  for (const q of questions.slice(0, warmUp)) await timeOf(db, q);
  const times: number[] = [];
  for (const q of questions) times.push(await timeOf(db, q));
  return times;
}

/** Measures searches after changes, for which the cache of the index cannot be used. */
async function timedAfterChanges(db: TenantDb, questions: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  const writer = createWriter(5);
  for (const q of questions.slice(0, queries / 3)) {
    await addSources(db, writeSources(writer, 1));
    times.push(await timeOf(db, q));
  }
  return times;
}

async function timeOf(db: TenantDb, q: string): Promise<number> {
  const start = performance.now();
  await searchSources(db, { q, limit: 10 }, { indexMemo });
  return performance.now() - start;
}

/** Returns a function that returns the CPU milliseconds of this process and of the database since the start. */
function cpuOf({ cpu }: Side): () => number {
  const own = process.cpuUsage();
  const theirs = cpu();
  return () => {
    const { user, system } = process.cpuUsage(own);
    return (user + system + cpu() - theirs) / 1000;
  };
}
