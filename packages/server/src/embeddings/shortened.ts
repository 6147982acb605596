/**
 * The maximum number of tokens that are sent. Many models accept 512, and some servers refuse longer texts instead of
 * truncating them.
 */
const maxTokens = 400;

/**
 * Returns the start of the text that fits into the limit, by an estimate that prefers shorter texts. The result does
 * not end within a character, because strict JSON parsers refuse that.
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
