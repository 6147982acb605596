import type { ChunkKey } from '@parley/search';
import type { ReadStatement } from '../../db/statement.ts';
import type { KnowledgeFaqRow } from '../../knowledge-faqs/table.ts';
import type { KnowledgeChunkRow } from '../table.ts';

// What a search reads of the records behind the index: which may be returned, and their shown values.

/** A condition on a column of the records; with null it lets all of them pass. */
export type Condition =
  | {
      readonly column: string;
      /** `in`: one of the values; `like`: like one of the patterns. */
      readonly kind: 'in' | 'like';
      readonly value: readonly string[] | null;
    }
  | { readonly column: string; readonly kind: '>=' | '<'; readonly value: string | null };

export interface RecordFilter {
  readonly table: 'knowledge_sources' | 'knowledge_faqs';
  readonly index: string;
  /** The same columns and kinds in every filter of a table. */
  readonly conditions: readonly Condition[];
}

/** The revisions of the records that pass. */
export const filterRevisions: ReadStatement<RecordFilter, readonly number[]> = {
  name: 'filter-knowledge-revisions',
  access: 'read',
  sqlite(db, { tenantId, input: { table, index, conditions } }) {
    const given = conditions.flatMap(({ column, kind, value }) =>
      value === null ? [] : [{ column, kind, values: [value].flat() }],
    );
    const tests = given.map(({ column, kind, values }) => {
      const each = values.map(() => `r.${column} ${kind === 'in' ? '=' : kind} ?`);
      const escaped = kind === 'like' ? each.map((test) => `${test} escape '\\'`) : each;
      return `and (${escaped.join(' or ')})`;
    });
    return db
      .prepare(revisionsOf(table, '?', '?', tests))
      .pluck()
      .all(tenantId, index, ...given.flatMap(({ values }) => values)) as number[];
  },
  postgres: (db, calls) =>
    Promise.all(
      calls.map(async ({ tenantId, input: { table, index, conditions } }) => {
        const tests = conditions.map(({ column, kind }, place) => {
          const value = `$${place + 3}::text${kind === 'in' || kind === 'like' ? '[]' : ''}`;
          return `and (${value} is null or ${testOf(`r.${column}`, kind, value)})`;
        });
        const [row] = await db.rows<{ revisions: number[] | null }>(
          `filter-${table}`,
          `select array_agg(revision::integer) as revisions
           from (${revisionsOf(table, '$1', '$2', tests)}) as found`,
          [tenantId, index, ...conditions.map(({ value }) => value)],
        );
        return row?.revisions ?? [];
      }),
    ),
};

function revisionsOf(
  table: RecordFilter['table'],
  tenantId: string,
  index: string,
  tests: readonly string[],
): string {
  return `select c.revision from ${table} r
    join knowledge_chunks c on c.tenant_id = r.tenant_id and c.record_id = r.id and c.position = 0
    where r.tenant_id = ${tenantId} and c.index_name = ${index} ${tests.join(' ')}`;
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
    return (
      input
        // Undefined where it is gone by now.
        .map(
          ({ recordId, position }) =>
            read.get(tenantId, recordId, position) as ShownChunk | undefined,
        )
        .filter((row) => row !== undefined)
    );
  },
  postgres: (db, calls) =>
    Promise.all(
      calls.map(({ tenantId, input }) =>
        db.rows<ShownChunk>(
          'read-shown-chunks',
          // The limit keeps it a look at the key for each, whatever Postgres thinks of the table.
          `select c.* from unnest($2::text[], $3::integer[]) as k (record_id, position)
           cross join lateral (
             select ${shownColumns} from knowledge_chunks
             where tenant_id = $1 and record_id = k.record_id and position = k.position limit 1
           ) c`,
          [tenantId, input.map(({ recordId }) => recordId), input.map(({ position }) => position)],
        ),
      ),
    ),
};

export interface RecordIds {
  readonly table: RecordFilter['table'];
  readonly ids: readonly string[];
}

/** When each of these records was changed last. */
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
  postgres: (db, calls) =>
    Promise.all(
      calls.map(async ({ tenantId, input }) => {
        const rows = await db.rows<{ id: string; updated_at: string }>(
          `read-change-times-${input.table}`,
          `select id, updated_at from ${input.table} where tenant_id = $1 and id = any ($2::text[])`,
          [tenantId, input.ids],
        );
        return new Map(rows.map((row) => [row.id, row.updated_at]));
      }),
    ),
};

type Questions = Pick<KnowledgeFaqRow, 'id' | 'question' | 'alternate_questions'>;

const questionColumns = 'id, question, alternate_questions';

/** What FAQs ask, without their answers. */
export const readQuestions: ReadStatement<readonly string[], readonly Questions[]> = {
  name: 'read-knowledge-questions',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const read = db.prepare(
      `select ${questionColumns} from knowledge_faqs where tenant_id = ? and id = ?`,
    );
    return (
      input
        // Undefined where it is gone by now.
        .map((id) => read.get(tenantId, id) as Questions | undefined)
        .filter((row) => row !== undefined)
    );
  },
  postgres: (db, calls) =>
    Promise.all(
      calls.map(({ tenantId, input }) =>
        db.rows<Questions>(
          'read-knowledge-questions',
          `select ${questionColumns} from knowledge_faqs where tenant_id = $1 and id = any ($2::text[])`,
          [tenantId, input],
        ),
      ),
    ),
};
