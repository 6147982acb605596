// Web Crypto hashes asynchronously, and a seed has to be made at once.

const initial = primes(8).map((prime) => fraction(prime ** (1 / 2)));
const constants = primes(64).map((prime) => fraction(prime ** (1 / 3)));

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  let state = Int32Array.from(initial);
  for (let at = 0; at < padded.length; at += 64) state = compress(state, view, at);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

const words = new Int32Array(64);

function compress(before: Int32Array<ArrayBuffer>, view: DataView, start: number) {
  for (let index = 0; index < 64; index += 1) {
    words[index] = index < 16 ? view.getInt32(start + index * 4) : extended(index);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = before;
  for (let index = 0; index < 64; index += 1) {
    const mixed = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
    const first = (h + mixed + at(constants, index) + at(words, index)) | 0;
    const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return before.map((word, index) => (word + at([a, b, c, d, e, f, g, h], index)) | 0);
}

function extended(index: number): number {
  const [near, far] = [at(words, index - 2), at(words, index - 15)];
  return (
    ((turn(near, 17) ^ turn(near, 19) ^ (near >>> 10)) +
      at(words, index - 7) +
      (turn(far, 7) ^ turn(far, 18) ^ (far >>> 3)) +
      at(words, index - 16)) |
    0
  );
}

function at(numbers: ArrayLike<number>, index: number): number {
  return numbers[index] ?? 0;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The first 32 bits behind the point. */
function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}
