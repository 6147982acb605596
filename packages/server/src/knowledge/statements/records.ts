import type { ChunkKey } from '@parley/search';
import { foundRows, perCall, type ReadStatement } from '../../db/statement.ts';
import type { KnowledgeFaqRow } from '../../knowledge-faqs/table.ts';
import type { KnowledgeChunkRow } from '../table.ts';

// The data that a search reads from the records behind the index: which records may be returned, and their shown
// values.

/** A condition on a column of the records. When its value is null, all records pass. */
export type Condition =
  | {
      readonly column: string;
      /** `in`: the column equals one of the values; `like`: it matches one of the SQL patterns. */
      readonly kind: 'in' | 'like';
      readonly value: readonly string[] | null;
    }
  | { readonly column: string; readonly kind: '>=' | '<'; readonly value: string | null };

export interface RecordFilter {
  readonly table: 'knowledge_sources' | 'knowledge_faqs';
  readonly index: string;
  /** The conditions. All filters of one table have conditions on the same columns and of the same kinds. */
  readonly conditions: readonly Condition[];
}

/** Selects one page of a tenant's records, ordered by ID. */
export interface RecordPage extends RecordFilter {
  readonly after: string;
  /** The maximum number of records to check, even if few of them pass. */
  readonly limit: number;
}

export interface PassedPage {
  /** Revisions of the records that pass. */
  readonly revisions: readonly number[];
  /** The last ID that was checked; null when no records are left. */
  readonly last: string | null;
}

/** Checks one page of records, and returns the revisions of those that pass. */
export const filterRevisions: ReadStatement<RecordPage, PassedPage> = {
  name: 'filter-knowledge-revisions',
  access: 'read',
  sqlite(db, { tenantId, input: { table, index, conditions, after, limit } }) {
    const given = conditions.flatMap(({ column, kind, value }) =>
      value === null ? [] : [{ column, kind, values: [value].flat() }],
    );
    const tests = given.map(({ column, kind, values }) => {
      const each = values.map(() => `r.${column} ${kind === 'in' ? '=' : kind} ?`);
      const escaped = kind === 'like' ? each.map((test) => `${test} escape '\\'`) : each;
      return `and (${escaped.join(' or ')})`;
    });
    const page = db
      .prepare(`select max(id) as last, count(*) as count from (${pageOf(table, ['?', '?', '?'])})`)
      .get(tenantId, after, limit) as Page;
    const revisions = db
      .prepare(
        `select c.revision from (${pageOf(table, ['?', '?', '?'])}) p
         ${passed(table, { tenantId: '?', index: '?', tests })}`,
      )
      .pluck()
      .all(tenantId, after, limit, tenantId, index, ...given.flatMap(({ values }) => values));
    return { revisions: revisions as number[], last: lastOf(page, limit) };
  },
  postgres: perCall(async (db, { tenantId, input: { table, index, conditions, after, limit } }) => {
    const tests = conditions.map(({ column, kind }, place) => {
      const value = `$${place + 5}::text${kind === 'in' || kind === 'like' ? '[]' : ''}`;
      return `and (${value} is null or ${testOf(`r.${column}`, kind, value)})`;
    });
    const [row] = await db.rows<Page & { revisions: number[] | null }>(
      `filter-${table}`,
      `with p as materialized (${pageOf(table, ['$1', '$2::text', '$3::integer'])})
       select (select max(id) from p) as last, (select count(*) from p) as count, (
         select array_agg(c.revision::integer) from p
         ${passed(table, { tenantId: '$1', index: '$4', tests })}) as revisions`,
      [tenantId, after, limit, index, ...conditions.map(({ value }) => value)],
    );
    return { revisions: row?.revisions ?? [], last: row ? lastOf(row, limit) : null };
  }),
};

interface Page {
  readonly last: string | null;
  readonly count: number;
}

function lastOf({ last, count }: Page, limit: number): string | null {
  return count < limit ? null : last;
}

function pageOf(
  table: RecordFilter['table'],
  [tenantId, after, limit]: [tenantId: string, after: string, limit: string],
): string {
  return `select id from ${table} where tenant_id = ${tenantId} and id > ${after}
    order by id limit ${limit}`;
}

function passed(
  table: RecordFilter['table'],
  { tenantId, index, tests }: { tenantId: string; index: string; tests: readonly string[] },
): string {
  return `join ${table} r on r.tenant_id = ${tenantId} and r.id = p.id
    join knowledge_chunks c on c.tenant_id = r.tenant_id and c.record_id = r.id and c.position = 0
    where c.index_name = ${index} ${tests.join(' ')}`;
}

function testOf(column: string, kind: Condition['kind'], value: string): string {
  if (kind === 'in') return `${column} = any (${value})`;
  if (kind !== 'like') return `${column} ${kind} ${value}`;
  return `exists (
    select 1 from unnest(${value}) as p (pattern) where ${column} like p.pattern escape '\\')`;
}

export type ShownChunk = Pick<
  KnowledgeChunkRow,
  'record_id' | 'position' | 'revision' | 'analyzer' | 'headings' | 'text'
>;

const shownColumns = 'record_id, position, revision, analyzer, headings, text';

export const readShownChunks: ReadStatement<readonly ChunkKey[], readonly ShownChunk[]> = {
  name: 'read-shown-chunks',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const read = db.prepare(
      `select ${shownColumns} from knowledge_chunks
       where tenant_id = ? and record_id = ? and position = ?`,
    );
    return foundRows(input, ({ recordId, position }) => read.get(tenantId, recordId, position));
  },
  postgres: perCall((db, { tenantId, input }) =>
    db.rows<ShownChunk>(
      'read-shown-chunks',
      // The limit makes Postgres look up each row by its key, whatever its statistics of the table.
      `select c.* from unnest($2::text[], $3::integer[]) as k (record_id, position)
       cross join lateral (
         select ${shownColumns} from knowledge_chunks
         where tenant_id = $1 and record_id = k.record_id and position = k.position limit 1
       ) c`,
      [tenantId, input.map(({ recordId }) => recordId), input.map(({ position }) => position)],
    ),
  ),
};

export interface RecordIds {
  readonly table: RecordFilter['table'];
  readonly ids: readonly string[];
}

/** Reads when each of these records last changed. */
export const readChangeTimes: ReadStatement<RecordIds, ReadonlyMap<string, string>> = {
  name: 'read-knowledge-change-times',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const read = db
      .prepare(`select updated_at from ${input.table} where tenant_id = ? and id = ?`)
      .pluck();
    return new Map(
      input.ids.map((id) => [id, (read.get(tenantId, id) as string | undefined) ?? '']),
    );
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const rows = await db.rows<{ id: string; updated_at: string }>(
      `read-change-times-${input.table}`,
      `select id, updated_at from ${input.table} where tenant_id = $1 and id = any ($2::text[])`,
      [tenantId, input.ids],
    );
    return new Map(rows.map((row) => [row.id, row.updated_at]));
  }),
};

type Questions = Pick<KnowledgeFaqRow, 'id' | 'question' | 'alternate_questions'>;

const questionColumns = 'id, question, alternate_questions';

/** Reads the questions of FAQs, without their answers. */
export const readQuestions: ReadStatement<readonly string[], readonly Questions[]> = {
  name: 'read-knowledge-questions',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const read = db.prepare(
      `select ${questionColumns} from knowledge_faqs where tenant_id = ? and id = ?`,
    );
    return foundRows(input, (id) => read.get(tenantId, id));
  },
  postgres: perCall((db, { tenantId, input }) =>
    db.rows<Questions>(
      'read-knowledge-questions',
      `select ${questionColumns} from knowledge_faqs where tenant_id = $1 and id = any ($2::text[])`,
      [tenantId, input],
    ),
  ),
};
