/** The number of rows that one statement reads or writes without blocking others for long. */
const rows = 2_000;

/** Yields the items in slices of at most `size`; yields nothing for no items. */
export function* slicesOf<Item>(items: readonly Item[], size = rows): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
