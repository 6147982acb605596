/** Returns the upper median; NaN without values. */
export function medianOf(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the value below which this share of the values is; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Returns the median of each figure of the samples. Throws without samples. */
export function mediansOf<Sample extends Record<keyof Sample, number>>(
  samples: readonly Sample[],
): Sample {
  const [first] = samples;
  if (!first) throw new Error('nothing was measured');
  // The keys of an object literal are those of its type.
  const figures = Object.keys(first) as (keyof Sample)[];
  const medians = figures.map((figure) => [
    figure,
    medianOf(samples.map((sample) => sample[figure])),
  ]);
  return Object.fromEntries(medians) as Sample;
}
