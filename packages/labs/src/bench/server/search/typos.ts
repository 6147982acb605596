const letters = 'abcdefghijklmnopqrstuvwxyz';
/** The shortest word that gets a typo. Typos in "the" are rare, and half of "it" is not a word. */
const minLength = 4;

/**
 * Returns the query with a typo in each of two words: a missing letter, an extra one, another one, or two swapped. The
 * typo can be in any letter, including the first.
 */
export function withTypos(q: string, random: () => number, typos = 2): string {
  const parts = q.split(/([^A-Za-z]+)/);
  const places = parts.flatMap((part, place) =>
    part.length >= minLength && /^[A-Za-z]/.test(part) ? [place] : [],
  );
  for (let count = 0; count < typos && places.length > 0; count += 1) {
    const chosen = places.splice(Math.floor(random() * places.length), 1)[0] ?? 0;
    parts[chosen] = mistyped(parts[chosen] ?? '', random);
  }
  return parts.join('');
}

function mistyped(word: string, random: () => number): string {
  const at = Math.floor(random() * word.length);
  const letter = letters[Math.floor(random() * letters.length)] ?? '';
  switch (Math.floor(random() * 4)) {
    case 0:
      return word.slice(0, at) + word.slice(at + 1);
    case 1:
      return word.slice(0, at) + letter + word.slice(at);
    case 2:
      return word.slice(0, at) + letter + word.slice(at + 1);
    default: {
      const swapped = Math.min(at, word.length - 2);
      const [first = '', second = ''] = word.slice(swapped);
      return word.slice(0, swapped) + second + first + word.slice(swapped + 2);
    }
  }
}
