import type { FoundTerms, StoredTerm, TermPostings, TermRange } from '@parley/search';
import {
  type Call,
  foundRows,
  type Postgres,
  perCall,
  type ReadStatement,
  type Sqlite,
} from '../../db/statement.ts';
import type { KnowledgeIndexRow } from '../table.ts';

// The data that a search reads from the index, each part in one round trip.

export interface TermsOfIndex {
  readonly index: string;
  readonly terms: readonly string[];
}

type HeadRow = Pick<KnowledgeIndexRow, 'documents' | 'body_words' | 'revision' | 'analyzers'>;

export const findTerms: ReadStatement<TermsOfIndex, FoundTerms> = {
  name: 'find-knowledge-terms',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    // Undefined when there is no such row.
    const head = db
      .prepare(
        `select documents, body_words, revision, analyzers from knowledge_indexes
         where tenant_id = ? and name = ?`,
      )
      .get(tenantId, input.index) as HeadRow | undefined;
    const read = db.prepare(
      `select term, documents, words from knowledge_terms
       where tenant_id = ? and index_name = ? and term = ?`,
    );
    const terms = foundRows<StoredTerm, string>(input.terms, (term) =>
      read.get(tenantId, input.index, term),
    );
    return { head: head && toHead(head), terms };
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const [[head], terms] = await Promise.all([
      db.rows<HeadRow>(
        'read-knowledge-head',
        `select documents, body_words, revision, analyzers from knowledge_indexes
         where tenant_id = $1 and name = $2`,
        [tenantId, input.index],
      ),
      db.rows<StoredTerm>(
        'find-knowledge-terms',
        // The limit makes Postgres look up each row by its key, whatever its statistics of the table.
        `select k.term, k.documents, k.words from unnest($3::text[]) as t (term)
         cross join lateral (
           select term, documents, words from knowledge_terms
           where tenant_id = $1 and index_name = $2 and term = t.term limit 1
         ) k`,
        [tenantId, input.index, input.terms],
      ),
    ]);
    return { head: head && toHead(head), terms };
  }),
};

function toHead(row: HeadRow): NonNullable<FoundTerms['head']> {
  return {
    documents: row.documents,
    bodyWords: Number(row.body_words),
    revision: Number(row.revision),
    // Only writeKnowledgeIndex writes it.
    analyzers: JSON.parse(row.analyzers) as Record<string, number>,
  };
}

export interface FirstTerms {
  readonly index: string;
  readonly range: TermRange;
  readonly limit: number;
}

export const scanTerms: ReadStatement<FirstTerms, string> = {
  name: 'scan-knowledge-terms',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const { index, range, limit } = input;
    const lines = db
      .prepare(
        `select group_concat(documents || ' ' || term || ' ' || coalesce(words, ''), char(10))
         from (select documents, term, words from knowledge_terms
           where tenant_id = ? and index_name = ? and term >= ? and term < ? order by term limit +?)`,
      )
      .pluck()
      .get(tenantId, index, range.from, range.to, limit);
    // Null when the range is empty.
    return (lines as string | null) ?? '';
  },
  postgres: perCall(async (db, { tenantId, input: { index, range, limit } }) => {
    const [row] = await db.rows<{ lines: string | null }>(
      'scan-knowledge-terms',
      `select string_agg(documents || ' ' || term || ' ' || coalesce(words, ''), chr(10)) as lines
       from (select documents, term, words from knowledge_terms
         where tenant_id = $1 and index_name = $2 and term >= $3 and term < $4
         order by term limit $5) k`,
      [tenantId, index, range.from, range.to, limit],
    );
    return row?.lines ?? '';
  }),
};

export interface PostingsOfIndex extends TermsOfIndex {
  /** The versions of blocks that the caller has in memory. The documents of these blocks are not read. */
  readonly known: readonly number[];
}

/** The blocks of an index and the posting lists of the wanted terms, read at the same moment. */
export interface ReadPostings {
  /** All blocks of the index in order. */
  readonly blocks: readonly ReadBlock[];
  readonly terms: readonly TermPostings[];
}

export interface ReadBlock {
  readonly block: number;
  readonly version: number;
  /** The documents of the block; empty when the caller has this version of it. */
  readonly documents: Uint8Array;
}

/** Reads the blocks of an index, and the posting lists of these terms. */
export const readPostingsOf: ReadStatement<PostingsOfIndex, ReadPostings> = {
  name: 'read-knowledge-postings',
  access: 'read',
  sqlite: readOnSqlite,
  postgres: perCall(readOnPostgres),
};

function readOnSqlite(db: Sqlite, { tenantId, input }: Call<PostingsOfIndex>): ReadPostings {
  const versions = db.prepare(
    `select block, version from knowledge_blocks
     where tenant_id = ? and index_name = ? order by block`,
  );
  const documents = db
    .prepare(
      'select documents from knowledge_blocks where tenant_id = ? and index_name = ? and block = ?',
    )
    .pluck();
  const postings = db.prepare(
    `select block, postings from knowledge_postings
     where tenant_id = ? and index_name = ? and term = ? order by block`,
  );
  const known = new Set(input.known);
  const read = (): ReadPostings => ({
    blocks: (versions.all(tenantId, input.index) as Omit<ReadBlock, 'documents'>[]).map((row) => ({
      ...row,
      documents: known.has(row.version)
        ? new Uint8Array()
        : (documents.get(tenantId, input.index, row.block) as Uint8Array),
    })),
    terms: input.terms.map((term) => {
      const rows = postings.all(tenantId, input.index, term) as {
        block: number;
        postings: Uint8Array;
      }[];
      return {
        term,
        blocks: rows.map(({ block }) => block),
        lengths: rows.map((row) => row.postings.length),
        postings: Buffer.concat(rows.map((row) => row.postings)),
      };
    }),
  });
  // Reads one snapshot, even if another process commits meanwhile.
  return db.inTransaction ? read() : db.transaction(read)();
}

interface PostgresPart {
  /** The term; null in the row that has the blocks. */
  term: string | null;
  blocks: number[];
  versions: readonly string[] | null;
  lengths: number[];
  bytes: Uint8Array;
}

async function readOnPostgres(
  db: Postgres,
  { tenantId, input }: Call<PostingsOfIndex>,
): Promise<ReadPostings> {
  // One statement, one snapshot.
  const rows = await db.rows<PostgresPart>(
    'read-knowledge-postings',
    `select null as term, array_agg(block order by block) as blocks,
       array_agg(version order by block) as versions,
       array_agg(case when version = any ($4::bigint[]) then 0 else length(documents) end
         order by block) as lengths,
       string_agg(case when version = any ($4::bigint[]) then ''::bytea else documents end,
         ''::bytea order by block) as bytes
     from knowledge_blocks where tenant_id = $1 and index_name = $2
     having count(*) > 0
     union all
     select t.term, p.blocks, null, p.lengths, p.bytes
     from unnest($3::text[]) as t (term)
     cross join lateral (
       select array_agg(block order by block) as blocks,
         array_agg(length(postings) order by block) as lengths,
         string_agg(postings, ''::bytea order by block) as bytes
       from knowledge_postings
       where tenant_id = $1 and index_name = $2 and term = t.term
       having count(*) > 0
     ) p`,
    [tenantId, input.index, input.terms, input.known],
  );
  return {
    blocks: rows.filter(({ term }) => term === null).flatMap(toBlocks),
    terms: rows
      .filter(({ term }) => term !== null)
      .map(({ term, blocks, lengths, bytes }) => ({
        term: term ?? '',
        blocks,
        lengths,
        postings: bytes,
      })),
  };
}

function toBlocks({ blocks, versions, lengths, bytes }: PostgresPart): ReadBlock[] {
  let at = 0;
  return blocks.map((block, index) => {
    const from = at;
    at += lengths[index] ?? 0;
    return { block, version: Number(versions?.[index]), documents: bytes.subarray(from, at) };
  });
}
