import { foundRows, perCall, type ReadStatement, type WriteStatement } from '../../db/statement.ts';
import { type IndexHead, type KnowledgeIndexRow, knowledgeIndexesTable } from '../table.ts';

// Changes of a tenant's index: they lock its head rows until the commit, read the affected blocks, and write these
// completely.

export interface NewIndexes {
  readonly names: readonly string[];
  readonly analysis: number;
}

const headColumns = 'name, analysis, documents, body_words, revision, blocks, analyzers';

/** Creates the missing indexes of `names`, then locks all indexes of the tenant in the order of their names. */
export const lockKnowledgeIndexes: WriteStatement<NewIndexes, readonly IndexHead[]> = {
  name: 'lock-knowledge-indexes',
  access: 'write',
  sqlite(db, { tenantId, input }) {
    for (const name of input.names) {
      db.prepare(
        `insert into knowledge_indexes (tenant_id, ${headColumns}) values (?, ?, ?, 0, 0, 0, 0, '{}')
         on conflict do nothing`,
      ).run(tenantId, name, input.analysis);
    }
    const rows = db
      .prepare(`select ${headColumns} from knowledge_indexes where tenant_id = ? order by name`)
      .all(tenantId) as KnowledgeIndexRow[];
    return rows.map(knowledgeIndexesTable.toRecord);
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const [, rows] = await Promise.all([
      db.rows(
        'make-knowledge-indexes',
        `insert into knowledge_indexes (tenant_id, ${headColumns})
         select $1, name, $3, 0, 0, 0, 0, '{}' from unnest($2::text[]) as n (name) order by name
         on conflict do nothing`,
        [tenantId, input.names, input.analysis],
      ),
      db.rows<KnowledgeIndexRow>(
        'lock-knowledge-indexes',
        `select ${headColumns} from knowledge_indexes where tenant_id = $1 order by name for update`,
        [tenantId],
      ),
    ]);
    return rows.map(knowledgeIndexesTable.toRecord);
  }),
};

/**
 * Input of the query for the blocks that an edit of the index changes: those that contain removed documents, and others
 * with room for new ones.
 */
export interface BlocksToEdit {
  readonly index: string;
  readonly blocks: readonly number[];
  /** The maximum number of blocks with free slots to read, in addition to `blocks`. */
  readonly roomFor: number;
  readonly blockSize: number;
}

export interface StoredBlock {
  readonly block: number;
  readonly used: number;
  readonly documents: Uint8Array;
}

export interface WrittenBlock extends StoredBlock {
  /** A number that is different for each write of a block, also for writes that are rolled back. Caches compare it. */
  readonly version: number;
}

export const readKnowledgeBlocks: ReadStatement<BlocksToEdit, readonly StoredBlock[]> = {
  name: 'read-knowledge-blocks',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const own = db.prepare(
      `select block, used, documents from knowledge_blocks
       where tenant_id = ? and index_name = ? and block = ?`,
    );
    const others = db
      .prepare(
        `select block, used, documents from knowledge_blocks
         where tenant_id = ? and index_name = ? and used < ? order by block limit +?`,
      )
      .all(tenantId, input.index, input.blockSize, input.roomFor) as StoredBlock[];
    const rows = input.blocks.map((block) => own.get(tenantId, input.index, block) as StoredBlock);
    return eachOnce([...rows, ...others]);
  },
  postgres: perCall(async (db, { tenantId, input }) =>
    eachOnce(
      await db.rows<StoredBlock>(
        'read-knowledge-blocks',
        `(select block, used, documents from knowledge_blocks
          where tenant_id = $1 and index_name = $2 and block = any ($3::integer[]))
         union all
         (select block, used, documents from knowledge_blocks
          where tenant_id = $1 and index_name = $2 and used < $4 order by block limit $5)`,
        [tenantId, input.index, input.blocks, input.blockSize, input.roomFor],
      ),
    ),
  ),
};

function eachOnce(blocks: readonly StoredBlock[]): StoredBlock[] {
  return [...new Map(blocks.map((block) => [block.block, block])).values()];
}

export interface BlockTerms {
  readonly index: string;
  readonly block: number;
  readonly terms: readonly string[];
}

export interface StoredPostings {
  readonly term: string;
  readonly postings: Uint8Array;
}

export const readBlockPostings: ReadStatement<BlockTerms, readonly StoredPostings[]> = {
  name: 'read-block-postings',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const read = db.prepare(
      `select term, postings from knowledge_postings
       where tenant_id = ? and index_name = ? and term = ? and block = ?`,
    );
    return foundRows(input.terms, (term) => read.get(tenantId, input.index, term, input.block));
  },
  postgres: perCall((db, { tenantId, input }) =>
    db.rows<StoredPostings>(
      'read-block-postings',
      // The limit makes Postgres look up each row by its key, whatever its statistics of the table.
      `select p.term, p.postings from unnest($4::text[]) as t (term)
       cross join lateral (
         select term, postings from knowledge_postings
         where tenant_id = $1 and index_name = $2 and term = t.term and block = $3 limit 1
       ) p`,
      [tenantId, input.index, input.block, input.terms],
    ),
  ),
};
