const turnMs = 20;

/** Work that would keep the process busy for long pauses now and then: others have their turn meanwhile. */
export class Turns {
  #began = performance.now();

  /** To be awaited between pieces of the work; at once unless this turn has been long. */
  async pause(): Promise<void> {
    if (performance.now() - this.#began < turnMs) return;
    // Everything that runs JavaScript has it; `setImmediate` would be a millisecond sooner, and Node's alone.
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.#began = performance.now();
  }
}

/** Long work, item by item. */
export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
  turns = new Turns(),
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(work(item));
    await turns.pause();
  }
  return results;
}
