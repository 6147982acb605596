import { questionKey } from '../question-key.ts';
import { type Confidence, confidenceOf, likelihoods } from '../ranking/confidence.ts';
import { faqProfile, type Profile, sourceProfile } from '../ranking/profile.ts';
import type { Question } from '../ranking/question.ts';
import type { FaqReader, IndexReader, KnowledgeReader } from '../reader.ts';
import { type ParsedQuery, parseQuery } from '../text/query.ts';
import { analyzerOf } from '../text/stems.ts';
import { Effort } from './effort.ts';
import { type Paging, pageOf, type SearchPosition } from './page.ts';
import { type FoundRecord, orderEquals, recordsOf } from './records.ts';
import { rerankedRecords } from './rerank.ts';
import { maxLookedAt, searchIndex } from './search-index.ts';
import { chunksOf, keyOf, passageOf, type Snippet, snippetsOf } from './snippets.ts';

export interface KnowledgeSearch extends Paging {
  /** The languages of the query words. The reader must omit the records of other languages. */
  readonly language?: readonly string[] | undefined;
  readonly match?: 'any' | 'all' | 'phrase' | undefined;
  readonly snippets?: number | undefined;
  readonly fuzzy?: boolean | undefined;
}

export interface SearchPage<Hit> {
  readonly hits: readonly Hit[];
  /** The position for the next page; null when there is none. */
  readonly after: SearchPosition | null;
  /** Whether a word, a spelling or a record was skipped because it would have taken too long. */
  readonly isApproximate: boolean;
}

export interface SourceHit {
  readonly id: string;
  readonly score: number;
  readonly snippets: Snippet[];
}

export interface FaqHit extends SourceHit {
  readonly confidence: Confidence;
  readonly matchedQuestion: string;
}

export async function searchSources(
  reader: KnowledgeReader,
  search: KnowledgeSearch,
): Promise<SearchPage<SourceHit>> {
  const efforts = effortsFor(reader, 1);
  const records = await find(reader, search, { kind: ofSources, efforts });
  const { shown, after } = await pageOf(records, search, {
    bandOf: () => '',
    passagesOf: async (some) => {
      const chunks = await chunksOf(reader, some, 1);
      return some.map((record) => passageOf(chunks.get(keyOf(record.documents[0]))));
    },
  });
  const effort = new Effort();
  const snippets = await snippetsOf(reader, shown, { count: search.snippets ?? 1, effort });
  const hits = shown.map(({ id, score }) => ({ id, score, snippets: snippets.get(id) ?? [] }));
  const isApproximate = [effort, ...efforts].some((one) => one.isApproximate);
  return { hits, after, isApproximate };
}

/**
 * The lowest rank in the order by words at which an exact match is still found, because only so many records are read
 * closely.
 */
const maxExact = maxLookedAt;

export async function searchFaqs(
  reader: FaqReader,
  search: KnowledgeSearch,
): Promise<SearchPage<FaqHit>> {
  const asked = questionKey(search.q);
  const questionsOf = readingOnce(reader);
  const { excluded } = parseQuery(search.q);
  const efforts = effortsFor(reader, excluded.length > 0 ? 2 : 1);
  const found = await find(reader, search, { kind: ofFaqs, efforts });
  const verbatim =
    excluded.length > 0
      ? await findVerbatim(reader, search, { asked, excluded, questionsOf, efforts })
      : [];
  const known = new Set(verbatim.map(({ id }) => id));
  const records = [...verbatim, ...found.filter(({ id }) => !known.has(id))];
  const exact = new Set<string>();
  for (const [id, questions] of await questionsOf(records.slice(0, maxExact))) {
    if (questions.some((question) => questionKey(question) === asked)) exact.add(id);
  }
  const ranked = likelihoods(records, {
    exact,
    isVague: records[0]?.question.groups.every(({ isCommon }) => isCommon) ?? false,
  });
  const { shown, after } = await pageOf(ranked, search, {
    // The confidence was fitted to scores by words, without reranking.
    bandOf: ({ id, score }) => confidenceOf(score, exact.has(id)),
    passagesOf: async (some) => {
      const [questions, chunks] = await Promise.all([questionsOf(some), chunksOf(reader, some, 1)]);
      return some.map(({ id, documents: [best] }) => {
        const [own, ...others] = questions.get(id) ?? [];
        const matched = others[(best?.title ?? 0) - 1];
        return [own, matched, passageOf(chunks.get(keyOf(best)))].filter(Boolean).join('\n');
      });
    },
  });
  const questions = await questionsOf(shown);
  const effort = new Effort();
  const snippets = await snippetsOf(reader, shown, { count: search.snippets ?? 1, effort });
  const hits = shown.flatMap(({ id, score, documents }) => {
    const own = questions.get(id);
    // The record was deleted after it was found.
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
  const isApproximate = [effort, ...efforts].some((one) => one.isApproximate);
  return { hits, after, isApproximate };
}

/** Returns separate limits for each index, so that the order of reading does not change the results. */
function effortsFor({ indexes }: KnowledgeReader, searches: number): readonly Effort[] {
  return indexes.map(() => new Effort(indexes.length * searches));
}

/**
 * Finds FAQs with exactly the text of the query. It finds "why does it show -1?" although that contains the excluded
 * word. An FAQ that has the excluded word without the minus is another question, and is not found.
 */
async function findVerbatim(
  reader: FaqReader,
  search: KnowledgeSearch,
  {
    asked,
    excluded,
    questionsOf,
    efforts,
  }: {
    readonly asked: string;
    readonly excluded: ParsedQuery['excluded'];
    readonly questionsOf: ReadQuestions;
    readonly efforts: readonly Effort[];
  },
): Promise<readonly Found[]> {
  const refused = String(excluded);
  const literally = { ...search, q: asked, match: 'all', fuzzy: false, limit: maxExact } as const;
  const records = await find(reader, { ...literally, after: undefined }, { kind: ofFaqs, efforts });
  const questions = await questionsOf(records.slice(0, maxExact));
  return records.filter(({ id }) =>
    questions
      .get(id)
      ?.some(
        (question) =>
          questionKey(question) === asked && String(parseQuery(question).excluded) === refused,
      ),
  );
}

interface Kind {
  readonly profile: Profile;
  /** Whether the other titles of a document are headings under its title, or separate questions. */
  readonly joinOthers: boolean;
}

const ofSources: Kind = { profile: sourceProfile, joinOthers: true };
const ofFaqs: Kind = { profile: faqProfile, joinOthers: false };

/** A found record, with the terms of the query and their weights in the index that has the record. */
interface Found extends FoundRecord {
  readonly question: Question;
}

async function find(
  reader: KnowledgeReader,
  search: KnowledgeSearch,
  { kind, efforts }: { kind: Kind; efforts: readonly Effort[] },
): Promise<readonly Found[]> {
  const found = await Promise.all(
    reader.indexes.map((index, place) => {
      const effort = efforts[place] ?? new Effort();
      return findIn(index, search, { reader, kind, effort });
    }),
  );
  if (found.length === 1) return found[0] ?? [];
  return found.flat().sort((a, b) => b.score - a.score);
}

async function findIn(
  index: IndexReader,
  search: KnowledgeSearch,
  { reader, kind, effort }: { reader: KnowledgeReader; kind: Kind; effort: Effort },
): Promise<Found[]> {
  const { language: languages, match = 'any', fuzzy = true } = search;
  // A later page lies at an unknown depth.
  const wanted = search.after
    ? Number.POSITIVE_INFINITY
    : Math.max(search.limit + 1, search.rerank ? rerankedRecords : 0);
  const { documents, question } = await searchIndex(index, {
    ...kind,
    q: search.q,
    analyzers: languages && [...new Set(languages.map(analyzerOf))],
    match,
    fuzzy,
    records: wanted,
    effort,
  });
  const records = await orderEquals(reader, { records: recordsOf(documents), wanted });
  return records.map((record) => ({ ...record, question }));
}

type ReadQuestions = (
  records: readonly { readonly id: string }[],
) => Promise<ReadonlyMap<string, readonly string[]>>;

/** Returns a function that reads the questions of each record once, because several steps of a search need them. */
function readingOnce(reader: FaqReader): ReadQuestions {
  const known = new Map<string, readonly string[]>();
  return async (records) => {
    const ids = records.map(({ id }) => id);
    const unknown = ids.filter((id) => !known.has(id));
    if (unknown.length > 0) {
      for (const [id, questions] of await reader.readQuestions(unknown)) known.set(id, questions);
    }
    return new Map(
      ids.flatMap((id) => {
        const questions = known.get(id);
        return questions ? [[id, questions]] : [];
      }),
    );
  };
}
