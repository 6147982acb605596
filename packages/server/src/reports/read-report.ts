import { ReportCounter, type ReportFact, type ReportQuery, type ReportRule } from '@parley/domain';
import type { Table } from '../db/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { getCurrentTenant } from '../tenants/service.ts';
import { partsOf } from './count-between.ts';
import { type Counted, readBetween } from './statements/read-between.ts';

/** The maximum number of records that one statement reads. On SQLite, the statement blocks all other requests. */
const countedAtOnce = { sqlite: 5_000, postgres: 50_000 } as const;

/** The maximum number of records that one statement returns. Counting them blocks all other requests. */
const readAtOnce = 2_000;

interface Source<Rec> extends Counted {
  readonly table: Pick<Table<Rec, unknown>, 'name' | 'partOf'>;
}

/**
 * Returns a report. An index finds the records of the report's period; each record is read once. A record that changes
 * between two statements counts as it was before or after the change.
 */
export async function readReport<Rec, Values>(
  ctx: TenantContext,
  source: Source<Rec>,
  { rule, query }: { readonly rule: ReportRule<Rec, Values>; readonly query: ReportQuery },
) {
  const { timezone } = await getCurrentTenant(ctx);
  const counter = new ReportCounter(rule, query, timezone);
  for (const fact of rule.facts) await countAll(ctx, source, { fact, counter });
  return counter.report();
}

async function countAll<Rec, Values>(
  ctx: TenantContext,
  source: Source<Rec>,
  { fact, counter }: { fact: ReportFact<Rec>; counter: ReportCounter<Rec, Values> },
): Promise<void> {
  const { groupField, range } = counter;
  const fields = new Set([fact.at, ...fact.reads, ...(groupField ? [groupField] : [])]);
  const { columns, toPart } = source.table.partOf([...fields]);
  const [at = '', ...others] = columns;
  const cut = [`substr(${at}, 1, ${range.precision})`, ...others];
  const shown = fact.isCut
    ? { cells: [...cut, 'count(*)'], end: `group by ${cut.join(', ')}` }
    : { cells: columns, end: '' };
  const atOnce = fact.isCut ? countedAtOnce[ctx.db.dialect] : readAtOnce;
  for await (const part of partsOf(ctx, source, { at, ...range, atOnce })) {
    for (const row of await readBetween(ctx.db, source, { at, ...part, ...shown })) {
      counter.add(fact, toPart(row), fact.isCut ? Number(row.at(-1)) : 1);
    }
  }
}
