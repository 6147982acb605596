const maxBytes = 1_024;

/** The beginning of an answer as text of at most 1 kB, no character cut in two. */
export function snippetOf(body: Uint8Array): string | null {
  if (body.length === 0) return null;
  // Postgres stores no NUL.
  const text = wholeText(body.subarray(0, maxBytes)).replaceAll('\0', '\ufffd');
  // A byte that is no text has become three: cut again.
  return text.length * 3 <= maxBytes
    ? text
    : wholeText(new TextEncoder().encode(text).subarray(0, maxBytes));
}

/** Without the beginning of a character at the end. */
function wholeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}
