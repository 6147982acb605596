/** A document that has a word of the query. */
export interface Candidate {
  readonly block: number;
  readonly slot: number;
  readonly revision: number;
  /** Of the profile's shares, those of words, coverage and titles. */
  readonly score: number;
  readonly words: number;
  readonly coverage: number;
}

/** Keeps the best of many: a heap whose root is the worst of them. */
export class Best {
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
