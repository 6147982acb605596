import { firstPass } from '../ranking/first-pass.ts';
import type { Profile } from '../ranking/profile.ts';
import { type Group, idfOf, type Question } from '../ranking/question.ts';
import { type CloserLook, secondPass } from '../ranking/second-pass.ts';
import type { IndexPart, IndexReader, PlacedChunk } from '../reader.ts';
import { commonTerms } from '../text/common-words.ts';
import { type ParsedQuery, parseQuery } from '../text/query.ts';
import type { Analyzer } from '../text/stems.ts';
import { type Asked, askIndex } from './ask-index.ts';
import type { Effort } from './effort.ts';
import { findTerms, stemsOf } from './guess-words.ts';
import { revisionsWith, withPhrases } from './phrases.ts';
import { PlaceTaken, readChunks, type Split, splitAll } from './read-chunks.ts';

export interface IndexSearch {
  readonly q: string;
  readonly profile: Profile;
  /** The languages of the query words; undefined for every language in the index. */
  readonly analyzers?: readonly Analyzer[] | undefined;
  readonly match: 'any' | 'all' | 'phrase';
  readonly fuzzy: boolean;
  /** The number of wanted records. The search may find more. */
  readonly records: number;
  readonly effort: Effort;
  /** Whether the other titles of a document are headings under its title (chunks), or separate questions (FAQs). */
  readonly joinOthers: boolean;
}

export interface FoundDocument {
  readonly recordId: string;
  readonly position: number;
  readonly score: number;
  /** The index of the title that fits best: 0 for the title or question itself. */
  readonly title: number;
  /** How well it fits, from 0; `unread` for a document that was not read closely. */
  readonly titleMatch: number;
}

export interface IndexAnswer {
  /** The found documents, best first. */
  readonly documents: readonly FoundDocument[];
  readonly question: Question;
}

/** The maximum number of documents that a search ranks. */
const maxCandidates = 1_000;
export const maxLookedAt = 64;
/** The `titleMatch` of documents that were not read closely. Later pages show them after all others. */
export const unread = -1;

/** The maximum number of attempts to search: a search starts again when a record changes during it. */
const maxAttempts = 4;

export async function searchIndex(index: IndexReader, search: IndexSearch): Promise<IndexAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await searchOnce(index, search, { isLast: attempt === maxAttempts });
    } catch (error) {
      if (!(error instanceof PlaceTaken)) throw error;
    }
  }
}

async function searchOnce(
  index: IndexReader,
  search: IndexSearch,
  { isLast }: { isLast: boolean },
): Promise<IndexAnswer> {
  const { effort } = search;
  const parsed = parseQuery(search.q, { needsAll: search.match !== 'any' });
  const phrases = search.match === 'phrase' ? [inOrder(parsed)] : parsed.phrases;
  const asked = await askIndex(index, search, parsed);
  const { question, analyzers, statistics } = asked;
  if (question.groups.every(({ alternatives }) => alternatives.length === 0)) {
    return { documents: [], question };
  }
  const refused = parsed.excluded
    .filter((words) => words.length === 1)
    .flatMap(([word = '']) => stemsOf(word, analyzers));
  const mustOccur = new Set(search.match === 'all' ? parsed.words : phrases.flat());
  const telling = affordable(withoutFill(question, statistics.documents, mustOccur), {
    asked,
    mustOccur,
    effort,
  });
  const excludedTerms = refused.filter((term) =>
    effort.take('postings', asked.counts.get(term) ?? 0),
  );
  const terms = telling.groups.flatMap(({ alternatives }) => alternatives.map(({ term }) => term));
  // Read in each attempt: a record that has changed has another revision, which an earlier filter does not know.
  const passed = await index.filterRevisions();
  let isOutdated = false;
  const isPassed = (revision: number) => {
    isOutdated ||= revision > asked.revision && !passed?.has(revision);
    return passed?.has(revision) ?? true;
  };
  const part = await index.readPostings([...new Set([...terms, ...excludedTerms])]);
  if (!isLast && (await hasNewTerms(index, asked, part))) throw new PlaceTaken();
  const pass = {
    question: telling,
    profile: search.profile,
    statistics,
    required: parsed.words.flatMap((word, place) => {
      if (!mustOccur.has(word)) return [];
      const isLeftOut =
        telling.groups[place]?.alternatives.length === 0 &&
        question.groups[place]?.alternatives.length !== 0;
      return isLeftOut ? [] : place;
    }),
    excludedTerms,
    allowed: passed && { has: isPassed },
    limit: maxCandidates,
  };
  const candidates = await firstPass(part, pass, () => effort.pause());
  if (isOutdated && !isLast) throw new PlaceTaken();
  const excludedPhrases = parsed.excluded.filter((words) => words.length > 1);
  const checked = phrases.length + excludedPhrases.length > 0;
  const looked = checked ? candidates : candidates.slice(0, maxLookedAt);
  const reading = { index, effort, omitsTaken: isLast };
  const split = await splitAll(await readChunks(looked, reading), effort);
  const read = { candidates: looked, split };
  const out = await revisionsWith(excludedPhrases, read, { ...reading, ...asked, pass });
  const left = split.filter(({ candidate }) => !out.has(candidate.revision));
  const kept = await withPhrases(left, phrases, { analyzers, effort });
  const documents = await rank(index, search, asked, kept);
  const records = new Set(documents.map(({ recordId }) => recordId)).size;
  if (!checked && records < search.records) {
    const others = candidates.slice(maxLookedAt);
    const rest = await readChunks(others, { ...reading, omitsTaken: true });
    const most = Math.min(...documents.map(({ score }) => score));
    for (const { candidate, chunk } of rest) {
      const score = Math.min(candidate.score, most);
      documents.push(found(chunk, { score, title: 0, titleMatch: unread }));
    }
  }
  documents.sort((a, b) => b.score - a.score || (a.recordId < b.recordId ? -1 : 1));
  return { documents, question };
}

/**
 * Returns whether a record that was indexed after `askIndex` has brought a term of the query into the index. The search
 * has not read the records with this term. Asks the index only if it has a newer record.
 */
async function hasNewTerms(
  index: IndexReader,
  { revision, absent }: Asked,
  { blocks }: IndexPart,
): Promise<boolean> {
  if (blocks.every(({ documents }) => documents.lastRevision <= revision)) return false;
  return (await index.findTerms(absent)).terms.length > 0;
}

/**
 * From this number of documents, very common words are left out: reading their posting lists takes most of the time.
 */
const manyDocuments = 10_000;
const fillShare = 0.05;

/**
 * Returns the question without its least significant words. Their total weight stays below a limit, so no score changes
 * by more than that share. The second pass, which checks few records, uses all words.
 */
function withoutFill(
  question: Question,
  documents: number,
  mustOccur: ReadonlySet<string>,
): Question {
  if (documents < manyDocuments) return question;
  let left = fillShare * question.totalIdf;
  const fill = new Set<Group>();
  for (const group of question.groups.toSorted((a, b) => a.idf - b.idf)) {
    if (mustOccur.has(group.word)) continue;
    left -= group.idf;
    if (left < 0) break;
    fill.add(group);
  }
  const groups = question.groups.map((group) =>
    fill.has(group) ? { ...group, alternatives: [] } : group,
  );
  return { ...question, groups };
}

/**
 * Returns the question without the words whose posting lists exceed the limit of a search. Keeps required words first,
 * then the most significant.
 */
function affordable(
  question: Question,
  { asked, mustOccur, effort }: { asked: Asked; mustOccur: ReadonlySet<string>; effort: Effort },
): Question {
  const documentsOf = ({ alternatives }: Group) =>
    alternatives.reduce((sum, { term }) => sum + (asked.counts.get(term) ?? 0), 0);
  const needed = ({ word }: Group) => Number(mustOccur.has(word));
  const ordered = question.groups.toSorted((a, b) => needed(b) - needed(a) || b.idf - a.idf);
  const [first] = ordered;
  const read = new Set(
    ordered.filter((group) => effort.take('postings', documentsOf(group)) || group === first),
  );
  const groups = question.groups.map((group) =>
    read.has(group) ? group : { ...group, alternatives: [] },
  );
  return { ...question, groups };
}

async function rank(
  index: IndexReader,
  search: IndexSearch,
  { question, statistics, analyzers }: Asked,
  read: readonly Split[],
): Promise<FoundDocument[]> {
  const { effort } = search;
  const titleTerms = new Set<string>();
  for (const { terms } of read) {
    const own = new Set(
      [terms.title, ...terms.others].flat().filter((one) => !titleTerms.has(one)),
    );
    if (!effort.take('titles', own.size)) break;
    for (const term of own) titleTerms.add(term);
    await effort.pause();
  }
  const known = await findTerms(index, [...titleTerms], effort);
  const counts = new Map(known.map(({ term, documents }) => [term, documents]));
  const isCommon = commonTerms(analyzers);
  const look = secondPass(question, search.profile, {
    idf: (term) => idfOf(counts.get(term) ?? 0, statistics.documents, isCommon(term)),
    joinOthers: search.joinOthers,
  });
  const documents: FoundDocument[] = [];
  for (const { candidate, chunk, terms } of read) {
    documents.push(found(chunk, look(candidate, terms)));
    await effort.pause();
  }
  return documents;
}

function found(chunk: PlacedChunk, look: CloserLook): FoundDocument {
  return { recordId: chunk.recordId, position: chunk.position, ...look };
}

function inOrder({ words, sequence }: ParsedQuery): string[] {
  return sequence.map((place) => words[place] ?? '');
}
