/** Returns a function that makes numbers from 0 to 1, the same ones in every run with the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const left = [...items];
  const result: Item[] = [];
  while (left.length > 0) result.push(...left.splice(Math.floor(random() * left.length), 1));
  return result;
}
