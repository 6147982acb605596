/** Many models accept 512 tokens, and some servers refuse longer texts instead of truncating them. */
const maxTokens = 400;

/**
 * The start of the text that such a model accepts, by a generous estimate; well-formed, as strict JSON parsers require.
 */
export function shortened(text: string): string {
  let tokens = 0;
  let end = 0;
  for (const character of text) {
    tokens += tokensOf(character.codePointAt(0) ?? 0);
    if (tokens > maxTokens) break;
    end += character.length;
  }
  return text.slice(0, end).replace(/\p{Surrogate}/gu, '\ufffd');
}

function tokensOf(codePoint: number): number {
  if (codePoint < 0x80) return 0.35;
  return codePoint < 0x2e80 ? 0.6 : 1;
}
