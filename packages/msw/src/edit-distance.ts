/** The candidate that takes the fewest changes: a hint for whoever mistyped it. */
export function closest<Candidate>(
  candidates: readonly Candidate[],
  distanceTo: (candidate: Candidate) => number,
): Candidate | undefined {
  const [nearest] = candidates
    .map((candidate) => ({ candidate, distance: distanceTo(candidate) }))
    .sort((a, b) => a.distance - b.distance);
  return nearest?.candidate;
}

/** Levenshtein's edit distance. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
