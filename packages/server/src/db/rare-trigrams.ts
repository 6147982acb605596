// Chooses the trigrams of a text that an index is asked for. A long text has many, and most of them are in many rows.
// Reading their lists would take most of the time of a search.

const gramLength = 3;

/** A trigram of a text, and its place, counted in characters. */
export interface Gram {
  readonly at: number;
  readonly text: string;
}

/** Returns the trigrams of a text, in order. */
export function gramsOf(text: string): Gram[] {
  const characters = [...text];
  return characters.slice(gramLength - 1).map((_, at) => ({
    at,
    text: characters.slice(at, at + gramLength).join(''),
  }));
}

/** Returns up to `count` trigrams, in order: those that occur in the fewest texts of a sample. */
export function rarestOf(grams: readonly Gram[], sample: readonly string[], count: number): Gram[] {
  if (grams.length <= count) return [...grams];
  const counted = grams.map((gram) => ({
    gram,
    count: sample.filter((text) => text.includes(gram.text)).length,
  }));
  const rarest = counted.sort((a, b) => a.count - b.count).slice(0, count);
  return rarest.map(({ gram }) => gram).sort((a, b) => a.at - b.at);
}

/** Returns the parts of the text that consist of these trigrams, in order. */
export function partsOf(grams: readonly Gram[]): string[] {
  const parts: { text: string; end: number }[] = [];
  for (const { at, text } of grams) {
    const last = parts.at(-1);
    if (last && at <= last.end) {
      last.text += [...text].slice(last.end - at).join('');
      last.end = at + gramLength;
    } else parts.push({ text, end: at + gramLength });
  }
  return parts.map(({ text }) => text);
}
