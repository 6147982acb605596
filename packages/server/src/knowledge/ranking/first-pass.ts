import type { IndexPart } from '../../db/statements/knowledge-search.ts';
import { BlockDocuments, blockSize } from '../index/postings.ts';
import type { Profile } from './profile.ts';
import type { Question } from './question.ts';

// The first look at every document that has a word of the query: BM25F and coverage, from the postings
// alone. What needs the order of words comes after it, for the best (second-pass.ts).

export interface Statistics {
  readonly documents: number;
  readonly bodyWords: number;
}

export interface FirstPass {
  readonly question: Question;
  readonly profile: Profile;
  readonly statistics: Statistics;
  /** Words that must occur, by their places in the groups. */
  readonly required: readonly number[];
  /** Records with any of these terms are left out. */
  readonly excludedTerms: readonly string[];
  /** Revisions of the records that may be found; all when absent. */
  readonly allowed: ReadonlySet<number> | undefined;
  readonly limit: number;
}

export interface Candidate {
  readonly block: number;
  readonly slot: number;
  readonly revision: number;
  /** Of the profile's shares, those of words, coverage and titles. */
  readonly score: number;
  readonly words: number;
  readonly coverage: number;
}

/** The best candidates, best first. */
export function firstPass(part: IndexPart, pass: FirstPass): Candidate[] {
  const lists = new Map(part.terms.map((term) => [term.term, listsByBlock(term)]));
  const blocks = part.blocks.map(({ block, documents }) => ({
    block,
    documents: new BlockDocuments(documents),
  }));
  const excluded = excludedRevisions(pass, blocks, lists);
  const best = new Best(pass.limit);
  const scores = new BlockScores(pass);
  for (const { block, documents } of blocks) {
    scores.read(documents, (term) => lists.get(term)?.get(block));
    scores.offer(best, block, (revision) => {
      return !excluded.has(revision) && (pass.allowed === undefined || pass.allowed.has(revision));
    });
  }
  return best.sorted();
}

type Lists = ReadonlyMap<number, Uint8Array>;

function listsByBlock({ blocks, lengths, postings }: IndexPart['terms'][number]): Lists {
  let at = 0;
  return new Map(
    blocks.map((block, index) => {
      const length = lengths[index] ?? 0;
      at += length;
      return [block, postings.subarray(at - length, at)];
    }),
  );
}

function excludedRevisions(
  { excludedTerms }: FirstPass,
  blocks: readonly { block: number; documents: BlockDocuments }[],
  lists: ReadonlyMap<string, Lists>,
): Set<number> {
  const revisions = new Set<number>();
  for (const { block, documents } of blocks) {
    for (const term of excludedTerms) {
      eachPosting(lists.get(term)?.get(block), (slot) => revisions.add(documents.revisionAt(slot)));
    }
  }
  return revisions;
}

/** Reads a list as index/postings.ts writes it. */
function eachPosting(
  list: Uint8Array | undefined,
  visit: (slot: number, counts: number) => void,
): void {
  if (!list) return;
  let slot = -1;
  for (let at = 0; at < list.length; ) {
    let distance = 0;
    let shift = 0;
    let byte = 0;
    do {
      byte = list[at++] ?? 0;
      distance |= (byte & 127) << shift;
      shift += 7;
    } while (byte >= 128);
    slot += distance;
    visit(slot, list[at++] ?? 0);
  }
}

class BlockScores {
  readonly #pass: FirstPass;
  readonly #averageWords: number;
  /** By the upper half of packed counts: what title and headings add to a word's frequency. */
  readonly #titleWeights: Float64Array;
  readonly #lengthNorm = new Float64Array(blockSize);
  readonly #words = new Float64Array(blockSize);
  readonly #coverage = new Float64Array(blockSize);
  readonly #inTitle = new Float64Array(blockSize);
  readonly #frequency = new Float64Array(blockSize);
  readonly #weight = new Float64Array(blockSize);
  readonly #titleWeight = new Float64Array(blockSize);
  readonly #missing = new Uint8Array(blockSize);
  #documents = new BlockDocuments();

  constructor(pass: FirstPass) {
    this.#pass = pass;
    const { documents, bodyWords } = pass.statistics;
    this.#averageWords = Math.max(1, bodyWords / Math.max(1, documents));
    const [first, second] = pass.profile.fields;
    this.#titleWeights = Float64Array.from(
      { length: 16 },
      (_, counts) => first * (counts >> 2) + second * (counts & 3),
    );
  }

  read(documents: BlockDocuments, listOf: (term: string) => Uint8Array | undefined): void {
    const { question, profile, required } = this.#pass;
    this.#documents = documents;
    this.#reset();
    question.groups.forEach(({ alternatives, idf }, place) => {
      const touched: number[] = [];
      for (const { term, weight } of alternatives) this.#addTerm(listOf(term), weight, touched);
      const isRequired = required.includes(place);
      for (const slot of touched) {
        const frequency = this.#frequency[slot] ?? 0;
        this.#words[slot] =
          (this.#words[slot] ?? 0) +
          (idf * frequency * (profile.k1 + 1)) / (profile.k1 + frequency);
        this.#coverage[slot] = (this.#coverage[slot] ?? 0) + idf * (this.#weight[slot] ?? 0);
        this.#inTitle[slot] = (this.#inTitle[slot] ?? 0) + idf * (this.#titleWeight[slot] ?? 0);
        if (isRequired) this.#missing[slot] = (this.#missing[slot] ?? 0) - 1;
        this.#frequency[slot] = 0;
        this.#weight[slot] = 0;
        this.#titleWeight[slot] = 0;
      }
    });
  }

  offer(best: Best, block: number, isAllowed: (revision: number) => boolean): void {
    const { question, profile } = this.#pass;
    const { shares } = profile;
    const total = question.totalIdf || 1;
    const { slots } = this.#documents;
    for (let slot = 0; slot < slots; slot += 1) {
      const bm25 = this.#words[slot] ?? 0;
      if (bm25 === 0 || this.#missing[slot] !== 0) continue;
      const words = bm25 / (bm25 + total);
      const coverage = (this.#coverage[slot] ?? 0) / total;
      const score =
        shares.words * words +
        shares.coverage * coverage +
        (shares.inTitle * (this.#inTitle[slot] ?? 0)) / total;
      if (!best.wants(score)) continue;
      const revision = this.#documents.revisionAt(slot);
      if (isAllowed(revision)) best.add({ block, slot, revision, score, words, coverage });
    }
  }

  #reset(): void {
    const { b } = this.#pass.profile;
    const { slots } = this.#documents;
    for (let slot = 0; slot < slots; slot += 1) {
      const length = this.#documents.bodyWordsAt(slot) / this.#averageWords;
      this.#lengthNorm[slot] = 1 / (1 - b + b * length);
    }
    this.#words.fill(0);
    this.#coverage.fill(0);
    this.#inTitle.fill(0);
    this.#missing.fill(this.#pass.required.length);
  }

  #addTerm(list: Uint8Array | undefined, weight: number, touched: number[]): void {
    const body = this.#pass.profile.fields[2];
    eachPosting(list, (slot, counts) => {
      if (this.#frequency[slot] === 0) touched.push(slot);
      const inTitles = this.#titleWeights[counts >> 4] ?? 0;
      this.#frequency[slot] =
        (this.#frequency[slot] ?? 0) +
        weight * (inTitles + body * (counts & 15) * (this.#lengthNorm[slot] ?? 1));
      if (weight > (this.#weight[slot] ?? 0)) this.#weight[slot] = weight;
      if (inTitles > 0 && weight > (this.#titleWeight[slot] ?? 0)) this.#titleWeight[slot] = weight;
    });
  }
}

/** Keeps the best of many: a heap whose root is the worst of them. */
class Best {
  readonly #limit: number;
  readonly #heap: Candidate[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  wants(score: number): boolean {
    return this.#heap.length < this.#limit || score > (this.#heap[0]?.score ?? 0);
  }

  add(candidate: Candidate): void {
    if (this.#heap.length < this.#limit) {
      this.#heap.push(candidate);
      this.#rise(this.#heap.length - 1);
      return;
    }
    this.#heap[0] = candidate;
    this.#sink();
  }

  sorted(): Candidate[] {
    return this.#heap.toSorted((a, b) => b.score - a.score || b.revision - a.revision);
  }

  #rise(start: number): void {
    for (let index = start; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (this.#scoreAt(parent) <= this.#scoreAt(index)) return;
      this.#swap(parent, index);
      index = parent;
    }
  }

  #sink(): void {
    for (let index = 0; ; ) {
      const left = 2 * index + 1;
      const least = this.#scoreAt(left + 1) < this.#scoreAt(left) ? left + 1 : left;
      if (this.#scoreAt(least) >= this.#scoreAt(index)) return;
      this.#swap(least, index);
      index = least;
    }
  }

  #scoreAt(index: number): number {
    return this.#heap[index]?.score ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#heap[a], this.#heap[b]];
    if (!first || !second) return;
    this.#heap[a] = second;
    this.#heap[b] = first;
  }
}
