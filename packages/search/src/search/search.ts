import { chunkId } from '../chunk-id.ts';
import { questionKey } from '../question-key.ts';
import { type Confidence, confidenceOf, likelihoods } from '../ranking/confidence.ts';
import { faqProfile, type Profile, sourceProfile } from '../ranking/profile.ts';
import type { Question } from '../ranking/question.ts';
import { excerptOf } from '../ranking/snippet.ts';
import type { FaqReader, IndexReader, KnowledgeReader } from '../reader.ts';
import { type Analyzer, analyzerOf, isAnalyzer } from '../text/stems.ts';
import { type FoundRecord, orderEquals, recordsOf } from './records.ts';
import { searchIndex } from './search-index.ts';

export interface KnowledgeSearch {
  /** Not blank. No text is an error. */
  readonly q: string;
  readonly limit: number;
  /** Go on behind this one of an earlier page. */
  readonly after?: SearchPosition | undefined;
  /** The reader leaves records of other languages out; here it says what the words may be. */
  readonly language?: readonly string[] | undefined;
  readonly minScore?: number | undefined;
  readonly match?: 'any' | 'all' | 'phrase' | undefined;
  readonly snippets?: number | undefined;
  readonly fuzzy?: boolean | undefined;
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
  reader: KnowledgeReader,
  search: KnowledgeSearch,
): Promise<SearchPage<SourceHit>> {
  const records = await find(reader, search, ofSources);
  const { shown, after } = pageOf(records, search);
  const snippets = await snippetsOf(reader, shown, search.snippets ?? 1);
  const hits = shown.map(({ id, score }) => ({ id, score, snippets: snippets.get(id) ?? [] }));
  return { hits, after };
}

/** How far from the top an exact match may rank by its words alone. */
const maxExact = 20;

export async function searchFaqs(
  reader: FaqReader,
  search: KnowledgeSearch,
): Promise<SearchPage<FaqHit>> {
  const records = await find(reader, search, ofFaqs);
  const asked = questionKey(search.q);
  const exact = new Set<string>();
  for (const [id, questions] of await questionsOf(reader, records.slice(0, maxExact))) {
    if (questions.some((question) => questionKey(question) === asked)) exact.add(id);
  }
  const ranked = likelihoods(records, {
    exact,
    isVague: records[0]?.question.groups.every(({ isCommon }) => isCommon) ?? false,
  });
  const { shown, after } = pageOf(ranked, search);
  const questions = await questionsOf(reader, shown);
  const snippets = await snippetsOf(reader, shown, search.snippets ?? 1);
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

interface Kind {
  readonly profile: Profile;
  /** A document's other titles are headings that belong to the title, not questions of their own. */
  readonly joinOthers: boolean;
}

const ofSources: Kind = { profile: sourceProfile, joinOthers: true };
const ofFaqs: Kind = { profile: faqProfile, joinOthers: false };

/** A record with what it was found by. */
interface Found extends FoundRecord {
  readonly question: Question;
}

async function find(
  reader: KnowledgeReader,
  search: KnowledgeSearch,
  kind: Kind,
): Promise<readonly Found[]> {
  const found = await Promise.all(
    reader.indexes.map((index) => findIn(index, search, { reader, kind })),
  );
  if (found.length === 1) return found[0] ?? [];
  return found.flat().sort((a, b) => b.score - a.score);
}

async function findIn(
  index: IndexReader,
  search: KnowledgeSearch,
  { reader, kind }: { reader: KnowledgeReader; kind: Kind },
): Promise<Found[]> {
  const { language: languages, match = 'any', fuzzy = true } = search;
  const allowed = await index.filterRevisions();
  // A later page lies at an unknown depth.
  const wanted = search.after ? Number.POSITIVE_INFINITY : search.limit + 1;
  const { documents, question } = await searchIndex(index, {
    ...kind,
    q: search.q,
    analyzers: languages && [...new Set(languages.map(analyzerOf))],
    match,
    fuzzy,
    allowed: allowed && new Set(allowed),
    records: wanted,
  });
  const records = await orderEquals(reader, { records: recordsOf(documents), wanted });
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
  reader: FaqReader,
  records: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (records.length === 0) return new Map();
  return await reader.readQuestions(records.map(({ id }) => id));
}

async function snippetsOf(
  reader: KnowledgeReader,
  records: readonly Found[],
  count: number,
): Promise<Map<string, Snippet[]>> {
  const keys = records.flatMap(({ documents }) => documents.slice(0, count));
  if (keys.length === 0) return new Map();
  const chunks = await reader.readShownChunks(keys);
  const byKey = new Map(chunks.map((chunk) => [`${chunk.recordId} ${chunk.position}`, chunk]));
  const weightsFor = new Map(records.map(({ question }) => [question, weightsOf(question)]));
  return new Map(
    records.map(({ id, documents, question }) => [
      id,
      documents.slice(0, count).flatMap(({ position }) => {
        const chunk = byKey.get(`${id} ${position}`);
        if (!chunk) return [];
        const analyzer: Analyzer = isAnalyzer(chunk.analyzer) ? chunk.analyzer : 'none';
        return {
          chunkId: chunkId(id, chunk.revision, position),
          ...excerptOf(chunk.text, analyzer, weightsFor.get(question) ?? new Map()),
          headings: chunk.headings,
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
