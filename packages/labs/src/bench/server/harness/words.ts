const words = process.argv.slice(2);

/** Returns whether the arguments contain this choice, or none of its alternatives. */
export function isWanted(name: string, among: readonly string[]): boolean {
  return !words.some((word) => among.includes(word)) || words.includes(name);
}
