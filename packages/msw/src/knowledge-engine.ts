// The mocks rank with the very code of the server: it is bundled into them. What that code reads of
// its tables it reads here of an index in memory, statement by statement.
import type { TenantDb } from '../../server/src/db/tenant-db.ts';
import * as engine from '../../server/src/knowledge/search.ts';

// biome-ignore lint/performance/noBarrelFile: the one place that knows where the engine lives.
export { chunkId } from '../../server/src/knowledge/chunk-id.ts';
export { countTerms, joinTerms } from '../../server/src/knowledge/index/document.ts';
export type { NewDocument } from '../../server/src/knowledge/index/edit-index.ts';
export {
  BlockDocuments,
  blockSize,
  writePostings,
} from '../../server/src/knowledge/index/postings.ts';
export {
  type Prepared,
  type PreparedSource,
  prepareFaq,
  prepareSource,
  type SourceText,
} from '../../server/src/knowledge/index/prepare.ts';
export { wordsOf } from '../../server/src/knowledge/index/spellings.ts';
export { questionKey } from '../../server/src/knowledge/question-key.ts';
export type { SearchPage, SearchPosition, Snippet } from '../../server/src/knowledge/search.ts';

export interface StoredTerm {
  readonly term: string;
  readonly documents: number;
  /** `word:documents` by spaces, for each of its spellings; null when all spell it as it is. */
  readonly words: string | null;
}

export interface IndexPart {
  readonly blocks: readonly { readonly block: number; readonly documents: Uint8Array }[];
  readonly terms: readonly {
    readonly term: string;
    readonly blocks: readonly number[];
    readonly lengths: readonly number[];
    readonly postings: Uint8Array;
  }[];
}

/** What a search reads of one index, and of the records behind it. */
export interface KnowledgeReader {
  findTerms(terms: readonly string[]): { head: object; terms: readonly StoredTerm[] };
  scanTerms(ranges: readonly { from: string; to: string }[]): readonly (readonly StoredTerm[])[];
  readPostings(terms: readonly string[]): IndexPart;
  readDocuments(places: readonly { block: number; slot: number }[]): readonly object[];
  readPassages(keys: readonly { recordId: string; position: number }[]): readonly object[];
  allowedRevisions(): readonly number[];
  changeTimes(ids: readonly string[]): readonly (readonly [string, string])[];
  questions(ids: readonly string[]): readonly (readonly [string, readonly string[]])[];
}

type Asked = Omit<engine.KnowledgeSearch, 'tag' | 'externalId'>;

export function searchSources(readers: readonly KnowledgeReader[], asked: Asked) {
  return engine.searchSources(databaseOf(readers), searchOf(readers, asked));
}

export function searchFaqs(readers: readonly KnowledgeReader[], asked: Asked) {
  return engine.searchFaqs(databaseOf(readers), searchOf(readers, asked));
}

/** Indexes are named by their places; the reader says what passes the filters. */
function searchOf(readers: readonly KnowledgeReader[], asked: Asked) {
  const { q, limit, after, language, minScore, match, snippets, fuzzy } = asked;
  // Whatever is filtered asks for the revisions that pass.
  const filter = { tag: [] };
  const indexes = readers.map((_, place) => String(place)) as unknown as NonNullable<
    engine.FaqSearch['indexes']
  >;
  return { q, limit, after, language, minScore, match, snippets, fuzzy, ...filter, indexes };
}

type Input = Record<'index', string> &
  Record<'terms' | 'ids', readonly string[]> &
  Record<'ranges', Parameters<KnowledgeReader['scanTerms']>[0]> &
  Record<'places', Parameters<KnowledgeReader['readDocuments']>[0]>;
type Keys = Parameters<KnowledgeReader['readPassages']>[0];

function databaseOf(readers: readonly KnowledgeReader[]): TenantDb {
  // The engine has made the index names out of their places.
  const of = ({ index }: Input) => readers[Number(index)] as KnowledgeReader;
  const statements: Readonly<Record<string, (input: Input) => unknown>> = {
    'find-knowledge-terms': (input) => of(input).findTerms(input.terms),
    'scan-knowledge-terms': (input) => of(input).scanTerms(input.ranges).map(linesOf),
    'read-knowledge-postings': (input) => of(input).readPostings(input.terms),
    'read-placed-chunks': (input) => of(input).readDocuments(input.places),
    'read-shown-chunks': (keys) =>
      readers.flatMap((reader) => reader.readPassages(keys as unknown as Keys)),
    'filter-knowledge-revisions': (input) => of(input).allowedRevisions(),
    'read-knowledge-change-times': ({ ids }) =>
      new Map(readers.flatMap((reader) => reader.changeTimes(ids))),
  };
  const database = {
    run: async ({ name }: { name: string }, input: Input) => {
      const read = statements[name];
      if (!read) throw new Error(`the mocks have no ${name}`);
      return read(input);
    },
    select: () => ({
      whereIn: async (_column: string, ids: readonly string[]) =>
        readers
          .flatMap((reader) => reader.questions(ids))
          .map(([id, [question, ...others]]) => {
            return { id, question, alternate_questions: JSON.stringify(others) };
          }),
    }),
  };
  // A search uses nothing else of it.
  return database as unknown as TenantDb;
}

function linesOf(terms: readonly StoredTerm[]): string {
  return terms
    .map(({ documents, term, words }) => `${documents} ${term} ${words ?? ''}`)
    .join('\n');
}
