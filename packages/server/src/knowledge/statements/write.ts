import type { StoredTerm } from '@parley/search';
import { batchColumns } from '../../db/batch-columns.ts';
import {
  type Call,
  type Postgres,
  perCall,
  type Sqlite,
  type WriteStatement,
} from '../../db/statement.ts';
import { type IndexHead, knowledgeIndexesTable } from '../table.ts';
import type { WrittenBlock } from './edit.ts';

export interface IndexChange {
  readonly head: IndexHead;
  readonly blocks: readonly WrittenBlock[];
  /** The new posting lists. A list is null when no document of the block has the term any more. */
  readonly postings: readonly WrittenPostings[];
  /** The new counts of terms. `documents` is 0 when no document of the index has the term any more. */
  readonly terms: readonly StoredTerm[];
}

interface WrittenPostings {
  readonly term: string;
  readonly block: number;
  readonly postings: Uint8Array | null;
}

const postingColumns = batchColumns<WrittenPostings>({
  term: 'text',
  block: 'integer',
  postings: 'bytea',
});
const postingPlaces = batchColumns<Pick<WrittenPostings, 'term' | 'block'>>({
  term: 'text',
  block: 'integer',
});
const termColumns = batchColumns<StoredTerm>({ term: 'text', documents: 'integer', words: 'text' });
const blockColumns = batchColumns<WrittenBlock>({
  block: 'integer',
  version: 'bigint',
  used: 'integer',
  documents: 'bytea',
});

const putPostings = {
  into: `insert into knowledge_postings (tenant_id, index_name, ${postingColumns.names})`,
  over: `on conflict (tenant_id, index_name, term, block) do update set postings = excluded.postings`,
};
const putTerms = {
  into: `insert into knowledge_terms (tenant_id, index_name, ${termColumns.names})`,
  over: `on conflict (tenant_id, index_name, term)
    do update set documents = excluded.documents, words = excluded.words`,
};
const putBlocks = {
  into: `insert into knowledge_blocks (tenant_id, index_name, ${blockColumns.names})`,
  over: `on conflict (tenant_id, index_name, block)
    do update set version = excluded.version, used = excluded.used, documents = excluded.documents`,
};

export const writeKnowledgeIndex: WriteStatement<IndexChange, void> = {
  name: 'write-knowledge-index',
  access: 'write',
  sqlite: writeOnSqlite,
  postgres: perCall(writeOnPostgres),
};

function writeOnSqlite(db: Sqlite, { tenantId, input }: Call<IndexChange>): void {
  const { head, blocks, postings, terms } = input;
  const remove = db.prepare(
    'delete from knowledge_postings where tenant_id = ? and index_name = ? and term = ? and block = ?',
  );
  const put = db.prepare(
    `${putPostings.into} values (?, ?, ${postingColumns.marks}) ${putPostings.over}`,
  );
  for (const row of postings) {
    if (row.postings === null) remove.run(tenantId, head.name, row.term, row.block);
    else put.run(tenantId, head.name, ...postingColumns.values(row));
  }
  const forget = db.prepare(
    'delete from knowledge_terms where tenant_id = ? and index_name = ? and term = ?',
  );
  const keep = db.prepare(`${putTerms.into} values (?, ?, ${termColumns.marks}) ${putTerms.over}`);
  for (const row of terms) {
    if (row.documents === 0) forget.run(tenantId, head.name, row.term);
    else keep.run(tenantId, head.name, ...termColumns.values(row));
  }
  const write = db.prepare(
    `${putBlocks.into} values (?, ?, ${blockColumns.marks}) ${putBlocks.over}`,
  );
  for (const row of blocks) write.run(tenantId, head.name, ...blockColumns.values(row));
  db.prepare(
    `update knowledge_indexes set ${headColumns.map((column) => `${column} = ?`).join(', ')}
     where tenant_id = ? and name = ?`,
  ).run(...headValues(head), tenantId, head.name);
}

async function writeOnPostgres(
  db: Postgres,
  { tenantId, input }: Call<IndexChange>,
): Promise<void> {
  const { head, blocks, postings, terms } = input;
  const of = [tenantId, head.name];
  const gone = postings.filter((row) => row.postings === null);
  const kept = postings.filter((row) => row.postings !== null);
  const forgotten = terms.filter(({ documents }) => documents === 0);
  const known = terms.filter(({ documents }) => documents > 0);
  await Promise.all([
    gone.length > 0 &&
      db.rows(
        'remove-knowledge-postings',
        // With a join and no statistics, Postgres would read the whole table once for every posting. `offset 0` makes
        // it look up each row.
        `delete from knowledge_postings where ctid = any (array (
           select p.ctid from ${postingPlaces.unnest(3)} as g (term, block)
           cross join lateral (
             select ctid from knowledge_postings where tenant_id = $1 and index_name = $2
               and term = g.term and block = g.block offset 0) p))`,
        [...of, ...postingPlaces.arrays(gone)],
      ),
    kept.length > 0 &&
      db.rows(
        'put-knowledge-postings',
        `${putPostings.into} select $1, $2, * from ${postingColumns.unnest(3)} ${putPostings.over}`,
        [...of, ...postingColumns.arrays(kept)],
      ),
    forgotten.length > 0 &&
      db.rows(
        'remove-knowledge-terms',
        `delete from knowledge_terms
         where tenant_id = $1 and index_name = $2 and term = any ($3::text[])`,
        [...of, forgotten.map(({ term }) => term)],
      ),
    known.length > 0 &&
      db.rows(
        'put-knowledge-terms',
        `${putTerms.into} select $1, $2, * from ${termColumns.unnest(3)} ${putTerms.over}`,
        [...of, ...termColumns.arrays(known)],
      ),
    db.rows(
      'put-knowledge-blocks',
      `${putBlocks.into} select $1, $2, * from ${blockColumns.unnest(3)} ${putBlocks.over}`,
      [...of, ...blockColumns.arrays(blocks)],
    ),
    db.rows(
      'write-knowledge-head',
      `update knowledge_indexes
       set ${headColumns.map((column, index) => `${column} = $${index + 3}`).join(', ')}
       where tenant_id = $1 and name = $2`,
      [...of, ...headValues(head)],
    ),
  ]);
}

const headColumns = [
  'documents',
  'body_words',
  'revision',
  'blocks',
  'analyzers',
  'analysis',
] as const;

function headValues(head: IndexHead) {
  const row = knowledgeIndexesTable.toRow(head);
  return headColumns.map((column) => row[column]);
}
