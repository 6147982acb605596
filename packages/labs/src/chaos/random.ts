export function between(random: () => number, least: number, most: number): number {
  return least + random() * (most - least);
}

export function oneOf<T>(random: () => number, items: readonly T[]): T | undefined {
  return items[Math.floor(random() * items.length)];
}
