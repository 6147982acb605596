/**
 * Removes up to `most` items from the queue. The tenants take turns: the first item of each tenant comes first, then the
 * second one of each, and so on. Items of one tenant keep their order.
 */
export function takeInTurns<Item extends { readonly tenantId: string }>(
  queue: Item[],
  most: number,
): Item[] {
  if (most > 0 && queue.some(({ tenantId }) => tenantId !== queue[0]?.tenantId)) {
    const rounds: Item[][] = [];
    const places = new Map<string, number>();
    for (const item of queue) {
      const place = places.get(item.tenantId) ?? 0;
      places.set(item.tenantId, place + 1);
      rounds[place] ??= [];
      rounds[place].push(item);
    }
    rounds.flat().forEach((item, index) => {
      queue[index] = item;
    });
  }
  return queue.splice(0, most);
}
