/** The priorities of jobs, the highest first. */
export const priorities = [0, 1, 2] as const;

/** In one of this many claims, the claim begins with a given lower priority, so that no job waits forever. */
const claimsForOneLower = 10;

/** Draws the priority that a claim begins with: the highest in eight of ten claims. */
export function drawFirst(random: () => number): number {
  return priorities[Math.floor(random() * claimsForOneLower)] ?? priorities[0];
}
