import type { DealSum } from '@parley/domain';
import { oneByOne, type ReadStatement } from '../../db/statement.ts';

interface Row {
  readonly stage_id: string;
  readonly currency: string;
  readonly probability: number | null;
  readonly deals: number | string;
  readonly high: number | string;
  readonly low: number | string;
}

/** The tenant's deals after a position, in the order of their creation. */
interface Range {
  readonly pipelineId: string;
  readonly after: Place;
}

interface Place {
  readonly createdAt: string;
  readonly id: string;
}

interface Part {
  readonly sums: readonly DealSum[];
  /** The last deal that this call summed, after which the next call begins; undefined when no deals are left. */
  readonly end: Place | undefined;
}

/** The maximum number of deals that one statement reads. On SQLite it blocks all other requests. */
export const summedAtOnce = 5_000;

/** Sums the deals of a pipeline among some of the tenant's deals, without archived ones. */
export const sumDeals: ReadStatement<Range, Part> = {
  name: 'sum-deals',
  access: 'read',
  sqlite(db, { tenantId, input: { pipelineId, after } }) {
    const from = [tenantId, after.createdAt, after.id];
    // better-sqlite3 does not know the columns that are selected.
    const end = db.prepare(endWith(['?', '?', '?'])).get(...from) as Place | undefined;
    const to = end ? [end.createdAt, end.id] : [];
    const text = textWith(['?', '?', '?', '?', '?', '?'], end !== undefined);
    const rows = db.prepare(text).all(...from, pipelineId, ...to) as Row[];
    return { sums: rows.map(toSum), end };
  },
  postgres: oneByOne(async (db, { tenantId, input: { pipelineId, after } }) => {
    const from = [tenantId, after.createdAt, after.id];
    const [end] = await db.rows<Place>('end-of-deals', endWith(['$1', '$2', '$3']), from);
    const to = end ? [end.createdAt, end.id] : [];
    const text = textWith(['$1', '$2', '$3', '$4', '$5', '$6'], end !== undefined);
    const name = end ? 'sum-deals' : 'sum-last-deals';
    const rows = await db.rows<Row>(name, text, [...from, pipelineId, ...to]);
    return { sums: rows.map(toSum), end };
  }),
  sameAs: ({ pipelineId, after }) => `${pipelineId} ${after.createdAt} ${after.id}`,
};

// Each sum has two parts: a sum of all values would exceed 64 bits on SQLite, and the exact numbers of JavaScript.
const part = 1_000_000;

const openFrom = ([tenant, createdAt, id]: readonly string[]) =>
  `from deals where tenant_id = ${tenant} and archived_key = '0'
   and (created_at, id) > (${createdAt}, ${id})`;

const endWith = (parameters: readonly string[]) =>
  `select created_at as "createdAt", id ${openFrom(parameters)}
   order by created_at, id limit 1 offset ${summedAtOnce - 1}`;

const textWith = (parameters: readonly string[], hasEnd: boolean) => {
  const [, , , pipeline, createdAt, id] = parameters;
  return `select stage_id, currency, probability, count(*) as deals,
     coalesce(sum(value / ${part}), 0) as high, coalesce(sum(value % ${part}), 0) as low
   ${openFrom(parameters)} and pipeline_id = ${pipeline}
   ${hasEnd ? `and (created_at, id) <= (${createdAt}, ${id})` : ''}
   group by stage_id, currency, probability`;
};

function toSum({ stage_id: stageId, currency, probability, deals, high, low }: Row): DealSum {
  const value = BigInt(high) * BigInt(part) + BigInt(low);
  return { stageId, currency, probability, count: Number(deals), value };
}
