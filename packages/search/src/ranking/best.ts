/** A document that has a word of the query, with its score. */
export interface Candidate {
  readonly block: number;
  readonly slot: number;
  readonly revision: number;
  /** The sum of the shares for words, coverage and titles. */
  readonly score: number;
  readonly words: number;
  readonly coverage: number;
}

/** Keeps the best candidates of many: a heap whose root is the worst of them. */
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
    const heap = this.#heap;
    const risen = heap[start] as Candidate;
    let index = start;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above] as Candidate;
      if (parent.score <= risen.score) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = risen;
  }

  #sink(): void {
    const heap = this.#heap;
    const sunk = heap[0] as Candidate;
    let index = 0;
    for (let below = 1; below < heap.length; below = 2 * index + 1) {
      const [left, right] = [heap[below] as Candidate, heap[below + 1]];
      const isRight = right !== undefined && right.score < left.score;
      const least = isRight ? right : left;
      if (least.score >= sunk.score) break;
      heap[index] = least;
      index = isRight ? below + 1 : below;
    }
    heap[index] = sunk;
  }
}
