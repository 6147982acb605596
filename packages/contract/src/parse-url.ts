/**
 * Returns the parsed URL; undefined if the text is none. `URL.canParse` cannot replace this function: in Node 20 it
 * returns false for URLs with letters such as `ü`, once V8 has optimized its caller after some thousand calls.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
