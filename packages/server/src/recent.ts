/**
 * Returns the options of an `LRUCache` with this maximum number of entries. With the option `max`, a new cache would
 * first take the memory for all of them. Tests start thousands of workers.
 */
export function recent(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
