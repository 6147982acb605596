const turnMs = 20;

/** What would keep the process busy for long, item by item: others have their turn in between. */
export async function mapInTurns<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let turnBegan = performance.now();
  for (const item of items) {
    results.push(work(item));
    if (performance.now() - turnBegan < turnMs) continue;
    // Everything that runs JavaScript has it; `setImmediate` would be a millisecond sooner, and Node's alone.
    await new Promise((resolve) => setTimeout(resolve, 0));
    turnBegan = performance.now();
  }
  return results;
}
