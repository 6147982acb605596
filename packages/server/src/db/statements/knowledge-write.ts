import type { StoredTerm } from '@parley/search';
import type { Call, Postgres, Sqlite, WriteStatement } from '../statement.ts';
import type { IndexHead, WrittenBlock } from './knowledge-edit.ts';

export interface IndexChange {
  readonly head: IndexHead;
  readonly blocks: readonly WrittenBlock[];
  /** Null where no document of the block has the term any more. */
  readonly postings: readonly { term: string; block: number; postings: Uint8Array | null }[];
  /** None of them has documents: 0 where it is no more in the index. */
  readonly terms: readonly StoredTerm[];
}

export const writeKnowledgeIndex: WriteStatement<IndexChange, void> = {
  name: 'write-knowledge-index',
  access: 'write',
  sqlite: writeOnSqlite,
  postgres: (db, calls) => Promise.all(calls.map((call) => writeOnPostgres(db, call))),
};

function writeOnSqlite(db: Sqlite, { tenantId, input }: Call<IndexChange>): void {
  const { head, blocks, postings, terms } = input;
  const remove = db.prepare(
    'delete from knowledge_postings where tenant_id = ? and index_name = ? and term = ? and block = ?',
  );
  const put = db.prepare(
    `insert into knowledge_postings (tenant_id, index_name, term, block, postings) values (?, ?, ?, ?, ?)
     on conflict do update set postings = excluded.postings`,
  );
  for (const { term, block, postings: list } of postings) {
    if (list === null) remove.run(tenantId, head.name, term, block);
    else put.run(tenantId, head.name, term, block, list);
  }
  const forget = db.prepare(
    'delete from knowledge_terms where tenant_id = ? and index_name = ? and term = ?',
  );
  const keep = db.prepare(
    `insert into knowledge_terms (tenant_id, index_name, term, documents, words) values (?, ?, ?, ?, ?)
     on conflict do update set documents = excluded.documents, words = excluded.words`,
  );
  for (const { term, documents, words } of terms) {
    if (documents === 0) forget.run(tenantId, head.name, term);
    else keep.run(tenantId, head.name, term, documents, words);
  }
  for (const { block, version, used, documents } of blocks) {
    db.prepare(
      `insert into knowledge_blocks (tenant_id, index_name, block, version, used, documents)
       values (?, ?, ?, ?, ?, ?)
       on conflict do update
       set version = excluded.version, used = excluded.used, documents = excluded.documents`,
    ).run(tenantId, head.name, block, version, used, documents);
  }
  db.prepare(
    `update knowledge_indexes set documents = ?, body_words = ?, revision = ?, blocks = ?, analyzers = ?, analysis = ?
     where tenant_id = ? and name = ?`,
  ).run(
    head.documents,
    head.bodyWords,
    head.revision,
    head.blocks,
    JSON.stringify(head.analyzers),
    head.analysis,
    tenantId,
    head.name,
  );
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
        // As a join, a table without statistics would be read once for every posting: `offset 0` has each looked up.
        `delete from knowledge_postings where ctid = any (array (
           select p.ctid from unnest($3::text[], $4::integer[]) as g (term, block)
           cross join lateral (
             select ctid from knowledge_postings where tenant_id = $1 and index_name = $2
               and term = g.term and block = g.block offset 0) p))`,
        [...of, gone.map(({ term }) => term), gone.map(({ block }) => block)],
      ),
    kept.length > 0 &&
      db.rows(
        'put-knowledge-postings',
        `insert into knowledge_postings (tenant_id, index_name, term, block, postings)
         select $1, $2, * from unnest($3::text[], $4::integer[], $5::bytea[])
         on conflict (tenant_id, index_name, term, block) do update set postings = excluded.postings`,
        [
          ...of,
          kept.map(({ term }) => term),
          kept.map(({ block }) => block),
          kept.map((row) => row.postings),
        ],
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
        `insert into knowledge_terms (tenant_id, index_name, term, documents, words)
         select $1, $2, * from unnest($3::text[], $4::integer[], $5::text[])
         on conflict (tenant_id, index_name, term)
         do update set documents = excluded.documents, words = excluded.words`,
        [
          ...of,
          known.map(({ term }) => term),
          known.map(({ documents }) => documents),
          known.map(({ words }) => words),
        ],
      ),
    db.rows(
      'put-knowledge-blocks',
      `insert into knowledge_blocks (tenant_id, index_name, block, version, used, documents)
       select $1, $2, * from unnest($3::integer[], $4::bigint[], $5::integer[], $6::bytea[])
       on conflict (tenant_id, index_name, block)
       do update set version = excluded.version, used = excluded.used, documents = excluded.documents`,
      [
        ...of,
        blocks.map(({ block }) => block),
        blocks.map(({ version }) => version),
        blocks.map(({ used }) => used),
        blocks.map(({ documents }) => documents),
      ],
    ),
    db.rows(
      'write-knowledge-head',
      `update knowledge_indexes
       set documents = $3, body_words = $4, revision = $5, blocks = $6, analyzers = $7, analysis = $8
       where tenant_id = $1 and name = $2`,
      [
        ...of,
        head.documents,
        head.bodyWords,
        head.revision,
        head.blocks,
        JSON.stringify(head.analyzers),
        head.analysis,
      ],
    ),
  ]);
}
