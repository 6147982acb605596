import { refusedItem } from '@parley/domain';

/** Creates or updates the items of a batch in order. An item that is refused does not stop the others. */
export function putEach<Item, Done>(items: readonly Item[], put: (item: Item) => Done) {
  return items.map((item) => {
    try {
      return put(item);
    } catch (error) {
      return refusedItem(error);
    }
  });
}
