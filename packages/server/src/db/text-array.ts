const headBytes = 20;
const lengthBytes = 4;
/** The OID of the type `text`. */
const textOid = 25;
/** The length that stands for null. */
const nullLength = -1;

/**
 * Returns a `text[]` for Postgres in the binary format. The textual format of pg escapes each quote, and Postgres reads
 * it one character at a time, which takes long for JSON.
 */
export function textArray(texts: readonly (string | null)[]): Buffer {
  const lengths = texts.map((text) => (text === null ? nullLength : Buffer.byteLength(text)));
  const size = lengths.reduce((sum, length) => sum + lengthBytes + Math.max(0, length), headBytes);
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  const write = (number: number) => {
    at = bytes.writeInt32BE(number, at);
  };
  // One dimension; whether there are nulls; the type; the number of texts; the index of the first one.
  for (const number of [1, Number(lengths.includes(nullLength)), textOid, texts.length, 1]) {
    write(number);
  }
  for (const [place, text] of texts.entries()) {
    write(lengths[place] ?? nullLength);
    if (text !== null) at += bytes.write(text, at);
  }
  return bytes;
}
