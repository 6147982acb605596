import type { DocumentTerms } from '../format/document.ts';
import type { Candidate } from '../ranking/best.ts';
import { firstPass } from '../ranking/first-pass.ts';
import type { FirstPass } from '../ranking/pass.ts';
import type { Analyzer } from '../text/stems.ts';
import { stemsOf } from './guess-words.ts';
import { placeOf, type Reading, readChunks, type Split, splitAll } from './read-chunks.ts';

type Phrase = readonly ReadonlySet<string>[];

interface Among extends Reading {
  readonly analyzers: readonly Analyzer[];
  /** The number of documents with each term. */
  readonly counts: ReadonlyMap<string, number>;
  /** The first pass of the search. */
  readonly pass: FirstPass;
}

/** Returns the documents that have all of the phrases. */
export async function withPhrases(
  read: readonly Split[],
  phrases: readonly (readonly string[])[],
  { analyzers, effort }: Pick<Among, 'analyzers' | 'effort'>,
): Promise<Split[]> {
  const wanted = phrases.map((words) => phraseOf(words, analyzers));
  const mayCompare = (words: number) => effort.take('words', words);
  const kept: Split[] = [];
  for (const one of read) {
    if (wanted.every((phrase) => hasPhrase(one.terms, phrase, mayCompare) === true)) kept.push(one);
    await effort.pause();
  }
  return kept;
}

/**
 * Returns the revisions of the read documents whose record has one of the phrases, also in a document that is no
 * candidate. A document that the search may not compare completely counts as one that has it.
 */
export async function revisionsWith(
  phrases: readonly (readonly string[])[],
  { candidates, split }: { candidates: readonly Candidate[]; split: readonly Split[] },
  { analyzers, counts, pass, ...reading }: Among,
): Promise<ReadonlySet<number>> {
  const { index, effort } = reading;
  const found = new Set<number>();
  const places = new Set(candidates.map(placeOf));
  let { limit } = pass;
  for (const words of phrases) {
    const phrase = phraseOf(words, analyzers);
    const compare = async (read: readonly Split[]) => {
      for (const { candidate, terms } of read) {
        if (found.has(candidate.revision)) continue;
        const has = hasPhrase(terms, phrase, (count) => effort.take('words', count));
        if (has !== false) found.add(candidate.revision);
        await effort.pause();
      }
    };
    await compare(split);
    const left = split.map(({ candidate }) => candidate.revision);
    const allowed = new Set(left.filter((revision) => !found.has(revision)));
    if (allowed.size === 0) break;
    const terms = [...new Set(phrase.flatMap((one) => [...one]))];
    const postings = terms.reduce((sum, term) => sum + (counts.get(term) ?? 0), 0);
    if (!effort.take('postings', postings)) {
      effort.leaveOut();
      break;
    }
    const part = await index.readPostings(terms);
    const most = limit + places.size + 1;
    const ofPhrase = { ...passOf(phrase, pass), allowed, limit: most };
    const holders = await firstPass(part, ofPhrase, () => effort.pause());
    const others = holders.filter((holder) => !places.has(placeOf(holder)));
    if (others.length > limit) effort.leaveOut();
    const chunks = await readChunks(others.slice(0, limit), reading);
    limit -= chunks.length;
    const read = await splitAll(chunks, effort);
    for (const { candidate } of chunks.slice(read.length)) found.add(candidate.revision);
    await compare(read);
  }
  return found;
}

/** Returns the first pass that finds the documents with all words of a phrase. */
function passOf(phrase: Phrase, pass: FirstPass): FirstPass {
  const groups = phrase.map((terms) => ({
    word: '',
    alternatives: [...terms].map((term) => ({ term, weight: 1 })),
    idf: 1,
    isCommon: false,
  }));
  const question = { groups, sequence: [], totalIdf: groups.length };
  return { ...pass, question, required: groups.map((_, place) => place), excludedTerms: [] };
}

function phraseOf(words: readonly string[], analyzers: readonly Analyzer[]): Phrase {
  return words.map((word) => new Set(stemsOf(word, analyzers)));
}

/**
 * Returns whether these words are adjacent in one of the texts, each word as any of its terms. Calls `mayCompare` with
 * the number of words to compare; if it refuses, returns undefined.
 */
function hasPhrase(
  { title, others, body }: DocumentTerms,
  phrase: Phrase,
  mayCompare: (words: number) => boolean,
): boolean | undefined {
  for (const terms of [title, ...others, body]) {
    if (phrase.length > terms.length) continue;
    if (!mayCompare(terms.length)) return undefined;
    for (let start = 0; start + phrase.length <= terms.length; start += 1) {
      let met = 0;
      while (met < phrase.length && phrase[met]?.has(terms[start + met] ?? '')) met += 1;
      if (met === phrase.length) return true;
      if (met > 0 && !mayCompare(met)) return undefined;
    }
  }
  return false;
}
