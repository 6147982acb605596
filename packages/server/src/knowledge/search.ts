import { fromJson } from '../db/columns.ts';
import { type KnowledgeFilter, readShownChunks } from '../db/statements/knowledge-records.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import { chunkId } from './chunk-id.ts';
import type { IndexName } from './index/edit-index.ts';
import { allowedRevisions, type FoundRecord, orderEquals, recordsOf } from './index/records.ts';
import { searchIndex } from './index/search-index.ts';
import { questionKey } from './question-key.ts';
import { type Confidence, confidenceOf, likelihoods } from './ranking/confidence.ts';
import { faqProfile, sourceProfile } from './ranking/profile.ts';
import type { Question } from './ranking/question.ts';
import { excerptOf } from './ranking/snippet.ts';
import { type Analyzer, analyzerOf, isAnalyzer } from './text/stems.ts';

export interface KnowledgeSearch {
  /** Not blank. No text is an error. */
  readonly q: string;
  readonly limit: number;
  /** Go on behind this one of an earlier page. */
  readonly after?: SearchPosition | undefined;
  readonly language?: readonly string[] | undefined;
  readonly tag?: readonly string[] | undefined;
  readonly externalId?: readonly string[] | undefined;
  readonly minScore?: number | undefined;
  readonly match?: 'any' | 'all' | 'phrase' | undefined;
  readonly snippets?: number | undefined;
  readonly fuzzy?: boolean | undefined;
}

export interface SourceSearch extends KnowledgeSearch {
  readonly type?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  /** Each is searched with its own counts; the scores decide between them. */
  readonly indexes?: readonly IndexName[] | undefined;
}

export interface FaqSearch extends KnowledgeSearch {
  readonly sourceId?: readonly string[] | undefined;
  readonly indexes?: readonly IndexName[] | undefined;
}

/** The last record of a page, for the cursor of the next. */
export interface SearchPosition {
  readonly score: number;
  readonly id: string;
}

export interface SearchPage<Hit> {
  readonly hits: readonly Hit[];
  /** Null when there are no more. */
  readonly after: SearchPosition | null;
}

export interface Snippet {
  readonly chunkId: string;
  readonly text: string;
  readonly headings: readonly string[];
  readonly position: number;
  readonly highlights: readonly (readonly [number, number])[];
}

export interface SourceHit {
  readonly id: string;
  readonly score: number;
  readonly snippets: readonly Snippet[];
}

export interface FaqHit extends SourceHit {
  readonly confidence: Confidence;
  readonly matchedQuestion: string;
}

export async function searchSources(
  db: TenantDb,
  search: SourceSearch,
): Promise<SearchPage<SourceHit>> {
  const { type, status, externalId, indexes = ['sources'] } = search;
  const among = { type, status, external_id: externalId };
  const records = await find(db, search, { table: 'knowledge_sources', indexes, among });
  const { shown, after } = pageOf(records, search);
  const snippets = await snippetsOf(db, shown, search.snippets ?? 1);
  const hits = shown.map(({ id, score }) => ({ id, score, snippets: snippets.get(id) ?? [] }));
  return { hits, after };
}

/** How far from the top an exact match may rank by its words alone. */
const maxExact = 20;

export async function searchFaqs(db: TenantDb, search: FaqSearch): Promise<SearchPage<FaqHit>> {
  const { sourceId, externalId, indexes = ['faqs'] } = search;
  const among = { source_id: sourceId, external_id: externalId };
  const records = await find(db, search, { table: 'knowledge_faqs', indexes, among });
  const asked = questionKey(search.q);
  const exact = new Set<string>();
  for (const [id, questions] of await questionsOf(db, records.slice(0, maxExact))) {
    if (questions.some((question) => questionKey(question) === asked)) exact.add(id);
  }
  const ranked = likelihoods(records, {
    exact,
    isVague: records[0]?.question.groups.every(({ isCommon }) => isCommon) ?? false,
  });
  const { shown, after } = pageOf(ranked, search);
  const questions = await questionsOf(db, shown);
  const snippets = await snippetsOf(db, shown, search.snippets ?? 1);
  const hits = shown.flatMap(({ id, score, documents }) => {
    const own = questions.get(id);
    // Deleted since it was found.
    if (!own) return [];
    const matched = own.find((question) => questionKey(question) === asked);
    return {
      id,
      score,
      confidence: confidenceOf(score, exact.has(id)),
      matchedQuestion: matched ?? own[documents[0]?.title ?? 0] ?? own[0] ?? '',
      snippets: snippets.get(id) ?? [],
    };
  });
  return { hits, after };
}

interface Place {
  readonly table: KnowledgeFilter['table'];
  readonly indexes: readonly IndexName[];
  readonly among: KnowledgeFilter['among'];
}

/** A record with what it was found by. */
interface Found extends FoundRecord {
  readonly question: Question;
}

async function find(
  db: TenantDb,
  search: KnowledgeSearch,
  { table, indexes, among }: Place,
): Promise<readonly Found[]> {
  const found = await Promise.all(
    indexes.map((index) => findIn(db, search, { table, index, among })),
  );
  if (found.length === 1) return found[0] ?? [];
  return found.flat().sort((a, b) => b.score - a.score);
}

async function findIn(
  db: TenantDb,
  search: KnowledgeSearch,
  { table, index, among }: Omit<Place, 'indexes'> & { readonly index: IndexName },
): Promise<Found[]> {
  const { language: languages, tag: tags, match = 'any', fuzzy = true } = search;
  const allowed = await allowedRevisions(db, { table, index, languages, tags, among });
  const ofFaqs = table === 'knowledge_faqs';
  // A later page lies at an unknown depth.
  const wanted = search.after ? Number.POSITIVE_INFINITY : search.limit + 1;
  const { documents, question } = await searchIndex(db, {
    index,
    q: search.q,
    profile: ofFaqs ? faqProfile : sourceProfile,
    analyzers: languages && [...new Set(languages.map(analyzerOf))],
    match,
    fuzzy,
    allowed,
    records: wanted,
    joinOthers: !ofFaqs,
  });
  const records = await orderEquals(db, table, { records: recordsOf(documents), wanted });
  return records.map((record) => ({ ...record, question }));
}

function pageOf<Ranked extends { readonly id: string; readonly score: number }>(
  records: readonly Ranked[],
  { after, limit, minScore = 0 }: KnowledgeSearch,
): { shown: readonly Ranked[]; after: SearchPosition | null } {
  const found = records.filter(({ score }) => score >= minScore);
  const start = after ? placeAfter(found, after) : 0;
  const shown = found.slice(start, start + limit);
  const last = shown.at(-1);
  const more = last !== undefined && found.length > start + limit;
  return { shown, after: more ? { score: last.score, id: last.id } : null };
}

/** Behind the record itself where it is still found, else where its score would stand. */
function placeAfter(
  records: readonly { readonly id: string; readonly score: number }[],
  { score, id }: SearchPosition,
): number {
  const own = records.findIndex((record) => record.id === id);
  if (own >= 0) return own + 1;
  const next = records.findIndex((record) => record.score < score);
  return next < 0 ? records.length : next;
}

async function questionsOf(
  db: TenantDb,
  records: readonly { readonly id: string }[],
): Promise<Map<string, string[]>> {
  if (records.length === 0) return new Map();
  const ids = records.map(({ id }) => id);
  const rows = await db.select('knowledge_faqs').whereIn('id', ids);
  return new Map(
    rows.map((row) => [row.id, [row.question, ...fromJson<string[]>(row.alternate_questions)]]),
  );
}

async function snippetsOf(
  db: TenantDb,
  records: readonly Found[],
  count: number,
): Promise<Map<string, Snippet[]>> {
  const keys = records.flatMap(({ documents }) => documents.slice(0, count));
  if (keys.length === 0) return new Map();
  const chunks = await db.run(readShownChunks, keys);
  const byKey = new Map(chunks.map((chunk) => [`${chunk.record_id} ${chunk.position}`, chunk]));
  const weightsFor = new Map(records.map(({ question }) => [question, weightsOf(question)]));
  return new Map(
    records.map(({ id, documents, question }) => [
      id,
      documents.slice(0, count).flatMap(({ position }) => {
        const chunk = byKey.get(`${id} ${position}`);
        if (!chunk) return [];
        const analyzer: Analyzer = isAnalyzer(chunk.analyzer) ? chunk.analyzer : 'none';
        return {
          chunkId: chunkId(id, Number(chunk.revision), position),
          ...excerptOf(chunk.text, analyzer, weightsFor.get(question) ?? new Map()),
          headings: fromJson<string[]>(chunk.headings),
          position,
        };
      }),
    ]),
  );
}

function weightsOf({ groups }: Question): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { alternatives, idf } of groups) {
    for (const { term, weight } of alternatives) {
      weights.set(term, Math.max(weights.get(term) ?? 0, idf * weight));
    }
  }
  return weights;
}
