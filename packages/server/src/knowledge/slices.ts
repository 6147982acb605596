/** The number of rows that a database reads or writes without blocking others. */
const rows = 2_000;

/** One after the other, of at most so many; none of nothing. */
export function* slicesOf<Item>(items: readonly Item[], size = rows): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
