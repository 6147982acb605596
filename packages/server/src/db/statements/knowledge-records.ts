import { fold, languageKey } from '@parley/domain';
import type { ChunkKey } from '@parley/search';
import type { KnowledgeChunkRow } from '../../knowledge/table.ts';
import type { KnowledgeFaqRow } from '../../knowledge-faqs/table.ts';
import type { ReadStatement } from '../statement.ts';

// What a search asks of the records behind the index: which may be found, and what to show of them.

export interface KnowledgeFilter {
  readonly table: 'knowledge_sources' | 'knowledge_faqs';
  readonly index: string;
  /** Any of each; all records when absent. */
  readonly languages?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly among?:
    | Readonly<Partial<Record<FilterColumn, readonly string[] | undefined>>>
    | undefined;
}

type FilterColumn = 'type' | 'status' | 'external_id' | 'source_id';

const columnsOf: Readonly<Record<KnowledgeFilter['table'], readonly FilterColumn[]>> = {
  knowledge_sources: ['type', 'status', 'external_id'],
  knowledge_faqs: ['source_id', 'external_id'],
};

/** The revisions of the records that pass. */
export const filterRevisions: ReadStatement<KnowledgeFilter, readonly number[]> = {
  name: 'filter-knowledge-revisions',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const { languages, tags } = patternsOf(input);
    const columns = columnsOf[input.table].filter((column) => input.among?.[column]);
    const among = columns.map((column) => {
      const places = input.among?.[column]?.map(() => '?').join(', ');
      return `and r.${column} in (${places})`;
    });
    const like = (column: string, patterns: readonly string[] | null) =>
      patterns ? `and (${patterns.map(() => `r.${column} like ? escape '!'`).join(' or ')})` : '';
    return db
      .prepare(
        `select c.revision from ${input.table} r
         join knowledge_chunks c on c.tenant_id = r.tenant_id and c.record_id = r.id and c.position = 0
         where r.tenant_id = ? and c.index_name = ? ${like('language_key', languages)}
           ${like('tags_key', tags)} ${among.join(' ')}`,
      )
      .pluck()
      .all(
        tenantId,
        input.index,
        ...(languages ?? []),
        ...(tags ?? []),
        ...columns.flatMap((column) => input.among?.[column] ?? []),
      ) as number[];
  },
  postgres: (db, calls) =>
    Promise.all(
      calls.map(async ({ tenantId, input }) => {
        const { languages, tags } = patternsOf(input);
        const columns = columnsOf[input.table];
        const like = (column: string, place: string) =>
          `and (${place}::text[] is null or exists (
             select 1 from unnest(${place}::text[]) as p (pattern)
             where r.${column} like p.pattern escape '!'))`;
        const among = columns.map(
          (column, index) =>
            `and ($${index + 5}::text[] is null or r.${column} = any ($${index + 5}))`,
        );
        const [row] = await db.rows<{ revisions: number[] | null }>(
          `filter-${input.table}`,
          `select array_agg(c.revision::integer) as revisions from ${input.table} r
           join knowledge_chunks c on c.tenant_id = r.tenant_id and c.record_id = r.id and c.position = 0
           where r.tenant_id = $1 and c.index_name = $2 ${like('language_key', '$3')}
             ${like('tags_key', '$4')} ${among.join(' ')}`,
          [
            tenantId,
            input.index,
            languages,
            tags,
            ...columns.map((column) => input.among?.[column] ?? null),
          ],
        );
        return row?.revisions ?? [];
      }),
    ),
};

/** `en` asks for every English, `en-GB` for the British. */
function patternsOf({ languages, tags }: KnowledgeFilter) {
  const escaped = (text: string) => text.replaceAll(/[!%_]/g, '!$&');
  return {
    languages: languages?.map((language) => `${escaped(languageKey(language))}%`) ?? null,
    tags: tags?.map((tag) => `%\n${escaped(fold(tag))}\n%`) ?? null,
  };
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
  readonly table: KnowledgeFilter['table'];
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
