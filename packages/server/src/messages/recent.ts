/**
 * Returns the options of an `LRUCache` with this maximum number of entries. With the option `max`, a new cache would
 * first take the memory for all of them: a test that starts a worker for each step would spend its time on that.
 */
export function recent(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
