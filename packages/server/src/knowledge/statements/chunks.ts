import type { ChunkPlace } from '@parley/search';
import { batchColumns } from '../../db/batch-columns.ts';
import { foundRows, perCall, type ReadStatement, type WriteStatement } from '../../db/statement.ts';
import type { KnowledgeChunkRow } from '../table.ts';

// Chunks by their record, or by their place in the index.

const columns = batchColumns<KnowledgeChunkRow>({
  record_id: 'text',
  position: 'integer',
  index_name: 'text',
  revision: 'bigint',
  block: 'integer',
  slot: 'integer',
  analyzer: 'text',
  headings: 'text',
  text: 'text',
  terms: 'text',
  spellings: 'text',
});

export type IndexedChunk = Pick<
  KnowledgeChunkRow,
  'record_id' | 'position' | 'index_name' | 'block' | 'slot' | 'analyzer' | 'terms' | 'spellings'
>;

const indexedColumns = 'record_id, position, index_name, block, slot, analyzer, terms, spellings';

/** Reads the index entries of these records. */
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
  postgres: perCall((db, { tenantId, input }) =>
    db.rows<IndexedChunk>(
      'read-indexed-chunks',
      `select ${indexedColumns} from knowledge_chunks
       where tenant_id = $1 and record_id = any ($2::text[]) order by record_id, position`,
      [tenantId, input],
    ),
  ),
};

export interface ReplacedChunks {
  /** IDs of the records whose chunks are removed. */
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
      `insert into knowledge_chunks (tenant_id, ${columns.names}) values (?, ${columns.marks})`,
    );
    for (const row of input.by) insert.run(tenantId, ...columns.values(row));
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    await Promise.all([
      db.rows(
        'remove-knowledge-chunks',
        'delete from knowledge_chunks where tenant_id = $1 and record_id = any ($2::text[])',
        [tenantId, input.of],
      ),
      db.rows(
        'insert-knowledge-chunks',
        `insert into knowledge_chunks (tenant_id, ${columns.names})
         select $1, * from ${columns.unnest(2)}`,
        [tenantId, ...columns.arrays(input.by)],
      ),
    ]);
  }),
};

export interface ChunkPlaces {
  readonly index: string;
  readonly places: readonly ChunkPlace[];
}

export type PlacedChunk = Pick<
  KnowledgeChunkRow,
  'record_id' | 'position' | 'revision' | 'block' | 'slot' | 'analyzer' | 'terms'
>;

/** Reads the documents in these slots without their texts, to check many. */
export const readPlacedChunks: ReadStatement<ChunkPlaces, readonly PlacedChunk[]> = {
  name: 'read-placed-chunks',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const read = db.prepare(
      `select record_id, position, revision, block, slot, analyzer, terms from knowledge_chunks
       where tenant_id = ? and index_name = ? and block = ? and slot = ?`,
    );
    return foundRows(input.places, ({ block, slot }) =>
      read.get(tenantId, input.index, block, slot),
    );
  },
  postgres: perCall((db, { tenantId, input }) =>
    db.rows<PlacedChunk>(
      'read-placed-chunks',
      // The limit makes Postgres look up each row by its key, whatever its statistics of the table.
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
};
