import { BlockDocuments, blockSize } from '../format/postings.ts';
import type { Best } from './best.ts';
import type { FirstPass } from './pass.ts';

/** The number of body lengths for which weights are computed in advance. Few chunks are longer; FAQs may be. */
const usualWords = 2_048;

/** Computes the scores of the documents of one block. Its arrays are reused for every block. */
export class BlockScores {
  readonly #pass: FirstPass;
  readonly #required: ReadonlySet<number>;
  readonly #averageWords: number;
  /** The weight of a word's occurrences in the title and headings, by the upper half of its packed counts. */
  readonly #titleWeights: Float64Array;
  /** The weight of an occurrence, by the number of words in the body. */
  readonly #lengthNorms: Float64Array;
  readonly #words = new Float64Array(blockSize);
  readonly #coverage = new Float64Array(blockSize);
  readonly #inTitle = new Float64Array(blockSize);
  readonly #missing = new Uint16Array(blockSize);
  // State of the word that is being read.
  readonly #frequency = new Float64Array(blockSize);
  readonly #weight = new Float64Array(blockSize);
  readonly #titleWeight = new Float64Array(blockSize);
  readonly #touched = new Uint16Array(blockSize);
  #documents = new BlockDocuments();

  constructor(pass: FirstPass) {
    this.#pass = pass;
    this.#required = new Set(pass.required);
    const { documents, bodyWords } = pass.statistics;
    this.#averageWords = Math.max(1, bodyWords / Math.max(1, documents));
    this.#lengthNorms = Float64Array.from({ length: usualWords }, (_, words) => this.#norm(words));
    const [first, second] = pass.profile.fields;
    this.#titleWeights = Float64Array.from(
      { length: 16 },
      (_, counts) => first * (counts >> 2) + second * (counts & 3),
    );
  }

  read(documents: BlockDocuments, listOf: (term: string) => Uint8Array | undefined): void {
    const { question } = this.#pass;
    this.#documents = documents;
    this.#reset();
    question.groups.forEach(({ alternatives, idf }, place) => {
      let touched = 0;
      for (const { term, weight } of alternatives) {
        const list = listOf(term);
        if (list) touched = this.#addTerm(list, weight, touched);
      }
      this.#addWord(touched, idf, this.#required.has(place));
    });
  }

  offer(best: Best, block: number, isAllowed: (revision: number) => boolean): void {
    const { question, profile } = this.#pass;
    const { shares } = profile;
    const total = question.totalIdf || 1;
    const bm25s = this.#words;
    const coverages = this.#coverage;
    const inTitles = this.#inTitle;
    const missing = this.#missing;
    const { slots } = this.#documents;
    for (let slot = 0; slot < slots; slot += 1) {
      const bm25 = bm25s[slot] as number;
      if (bm25 === 0 || missing[slot] !== 0) continue;
      const words = bm25 / (bm25 + total);
      const coverage = (coverages[slot] as number) / total;
      const score =
        shares.words * words +
        shares.coverage * coverage +
        (shares.inTitle * (inTitles[slot] as number)) / total;
      if (!best.wants(score)) continue;
      const revision = this.#documents.revisionAt(slot);
      if (isAllowed(revision)) best.add({ block, slot, revision, score, words, coverage });
    }
  }

  #norm(bodyWords: number): number {
    const { b } = this.#pass.profile;
    return 1 / (1 - b + (b * bodyWords) / this.#averageWords);
  }

  #reset(): void {
    this.#words.fill(0);
    this.#coverage.fill(0);
    this.#inTitle.fill(0);
    this.#missing.fill(this.#required.size);
  }

  /**
   * Adds the posting list of a term, as format/postings.ts writes it. Returns the number of slots that the word has
   * changed.
   */
  #addTerm(list: Uint8Array, weight: number, before: number): number {
    // Typed arrays at indexes within their bounds: none of these reads is undefined.
    const body = this.#pass.profile.fields[2] * weight;
    const titleWeights = this.#titleWeights;
    const norms = this.#lengthNorms;
    const { bodyWords } = this.#documents;
    const frequency = this.#frequency;
    const weights = this.#weight;
    const titles = this.#titleWeight;
    const { length } = list;
    let touched = before;
    let slot = -1;
    for (let at = 0; at < length; ) {
      let byte = list[at++] as number;
      let distance = byte & 127;
      for (let shift = 7; byte >= 128; shift += 7) {
        byte = list[at++] as number;
        distance |= (byte & 127) << shift;
      }
      slot += distance;
      const counts = list[at++] as number;
      const inTitles = titleWeights[counts >> 4] as number;
      const words = bodyWords[slot] as number;
      const norm = words < usualWords ? (norms[words] as number) : this.#norm(words);
      const known = frequency[slot] as number;
      if (known === 0) this.#touched[touched++] = slot;
      frequency[slot] = known + weight * inTitles + body * (counts & 15) * norm;
      if (weight > (weights[slot] as number)) weights[slot] = weight;
      if (inTitles > 0 && weight > (titles[slot] as number)) titles[slot] = weight;
    }
    return touched;
  }

  #addWord(touched: number, idf: number, isRequired: boolean): void {
    const { k1 } = this.#pass.profile;
    const most = idf * (k1 + 1);
    for (let index = 0; index < touched; index += 1) {
      const slot = this.#touched[index] as number;
      const frequency = this.#frequency[slot] as number;
      this.#words[slot] = (this.#words[slot] as number) + (most * frequency) / (k1 + frequency);
      this.#coverage[slot] =
        (this.#coverage[slot] as number) + idf * (this.#weight[slot] as number);
      this.#inTitle[slot] =
        (this.#inTitle[slot] as number) + idf * (this.#titleWeight[slot] as number);
      if (isRequired) this.#missing[slot] = (this.#missing[slot] as number) - 1;
      this.#frequency[slot] = 0;
      this.#weight[slot] = 0;
      this.#titleWeight[slot] = 0;
    }
  }
}
