/** A property of the object that a compiled copy creates. */
interface Part {
  readonly to: string;
  /** The property of the source; the whole source when absent. */
  readonly from?: string;
  /** Creates the value. Absent: the value is copied, and null stands for a missing one. */
  make?(value: unknown): unknown;
}

/**
 * Returns a function that converts one object to another, part by part. It is compiled from the parts, which must come
 * from our own declarations. An object filled in a loop has no fixed shape, and takes three times as long to create and
 * to read.
 */
export function compileCopy<Source, Copy>(parts: readonly Part[]): (source: Source) => Copy {
  const makers = parts.map(({ make }) => make);
  const properties = parts.map(({ to, from, make }, index) => {
    const value = from === undefined ? 'source' : `source[${JSON.stringify(from)}] ?? null`;
    return `${JSON.stringify(to)}: ${make ? `make${index}(${value})` : value}`;
  });
  const names = makers.map((_, index) => `make${index}`);
  const body = `const [${names}] = makers; return (source) => ({ ${properties} });`;
  return new Function('makers', body)(makers) as (source: Source) => Copy;
}
