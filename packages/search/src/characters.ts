/** Unicode characters, as the contract counts them; half of a pair counts as one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
