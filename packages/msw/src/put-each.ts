import { refusedItem } from '@parley/domain';

/** Puts the items of a batch in their order: each succeeds or fails alone. */
export function putEach<Item, Done>(items: readonly Item[], put: (item: Item) => Done) {
  return items.map((item) => {
    try {
      return put(item);
    } catch (error) {
      return refusedItem(error);
    }
  });
}
