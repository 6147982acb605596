import type { ChunkPlace } from '@parley/search';
import type { KnowledgeChunkRow } from '../../knowledge/table.ts';
import type { ReadStatement, WriteStatement } from '../statement.ts';

// Chunks by the record they are of, or by their place in the index.

const columns = [
  'record_id',
  'position',
  'index_name',
  'revision',
  'block',
  'slot',
  'analyzer',
  'headings',
  'text',
  'terms',
  'spellings',
] as const satisfies readonly (keyof KnowledgeChunkRow)[];

export type IndexedChunk = Pick<
  KnowledgeChunkRow,
  'record_id' | 'position' | 'index_name' | 'block' | 'slot' | 'analyzer' | 'terms' | 'spellings'
>;

const indexedColumns = 'record_id, position, index_name, block, slot, analyzer, terms, spellings';

/** What of these records is in the index. */
export const readIndexedChunks: ReadStatement<readonly string[], readonly IndexedChunk[]> = {
  name: 'read-indexed-chunks',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const read = db.prepare(
      `select ${indexedColumns} from knowledge_chunks
       where tenant_id = ? and record_id = ? order by position`,
    );
    return input.flatMap((id) => read.all(tenantId, id) as IndexedChunk[]);
  },
  postgres: (db, calls) =>
    Promise.all(
      calls.map(({ tenantId, input }) =>
        db.rows<IndexedChunk>(
          'read-indexed-chunks',
          `select ${indexedColumns} from knowledge_chunks
           where tenant_id = $1 and record_id = any ($2::text[]) order by record_id, position`,
          [tenantId, input],
        ),
      ),
    ),
};

export interface ReplacedChunks {
  /** The records whose chunks are removed. */
  readonly of: readonly string[];
  readonly by: readonly KnowledgeChunkRow[];
}

export const replaceChunks: WriteStatement<ReplacedChunks, void> = {
  name: 'replace-knowledge-chunks',
  access: 'write',
  sqlite(db, { tenantId, input }) {
    const remove = db.prepare('delete from knowledge_chunks where tenant_id = ? and record_id = ?');
    for (const id of input.of) remove.run(tenantId, id);
    const insert = db.prepare(
      `insert into knowledge_chunks (tenant_id, ${columns.join(', ')})
       values (?${', ?'.repeat(columns.length)})`,
    );
    for (const row of input.by) insert.run(tenantId, ...columns.map((column) => row[column]));
  },
  postgres: (db, calls) =>
    Promise.all(
      calls.map(async ({ tenantId, input }) => {
        await Promise.all([
          db.rows(
            'remove-knowledge-chunks',
            'delete from knowledge_chunks where tenant_id = $1 and record_id = any ($2::text[])',
            [tenantId, input.of],
          ),
          db.rows(
            'insert-knowledge-chunks',
            `insert into knowledge_chunks (tenant_id, ${columns.join(', ')})
             select $1, * from unnest($2::text[], $3::integer[], $4::text[], $5::bigint[], $6::integer[],
               $7::integer[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])`,
            [tenantId, ...columns.map((column) => input.by.map((row) => row[column]))],
          ),
        ]);
      }),
    ),
};

export interface ChunkPlaces {
  readonly index: string;
  readonly places: readonly ChunkPlace[];
}

export type PlacedChunk = Pick<
  KnowledgeChunkRow,
  'record_id' | 'position' | 'revision' | 'block' | 'slot' | 'analyzer' | 'terms'
>;

/** What stands in these places: without their texts, to look at many. */
export const readPlacedChunks: ReadStatement<ChunkPlaces, readonly PlacedChunk[]> = {
  name: 'read-placed-chunks',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const read = db.prepare(
      `select record_id, position, revision, block, slot, analyzer, terms from knowledge_chunks
       where tenant_id = ? and index_name = ? and block = ? and slot = ?`,
    );
    return (
      input.places
        // Undefined where the place is empty by now.
        .map(
          ({ block, slot }) =>
            read.get(tenantId, input.index, block, slot) as PlacedChunk | undefined,
        )
        .filter((row) => row !== undefined)
    );
  },
  postgres: (db, calls) =>
    Promise.all(
      calls.map(({ tenantId, input }) =>
        db.rows<PlacedChunk>(
          'read-placed-chunks',
          // The limit keeps it a look at the key for each, whatever Postgres thinks of the table.
          `select c.* from unnest($3::integer[], $4::integer[]) as p (block, slot)
           cross join lateral (
             select record_id, position, revision, block, slot, analyzer, terms
             from knowledge_chunks
             where tenant_id = $1 and index_name = $2 and block = p.block and slot = p.slot limit 1
           ) c`,
          [
            tenantId,
            input.index,
            input.places.map(({ block }) => block),
            input.places.map(({ slot }) => slot),
          ],
        ),
      ),
    ),
};
