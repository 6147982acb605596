// Letters that NFD does not decompose.
const letters: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ł: 'l',
    ħ: 'h',
    ı: 'i',
    þ: 'th',
  }),
);
const special = /[ßæœøđðłħıþ]/g;

// Accents of Latin, Greek and Cyrillic; the vowel points of Arabic and Hebrew. Marks of other scripts form separate
// letters and stay.
const accents = classOf(
  '0300-036f 0483-0487 0591-05c7 0610-061a 064b-065f 0670-0670 06d6-06ed 1ab0-1aff 1dc0-1dff 20d0-20ff fe20-fe2f',
);
/** Matches soft hyphens, joiners and similar characters: they change how a word looks, not which word it is. */
const invisible = classOf(
  '00ad-00ad 034f-034f 0640-0640 200b-200f 202a-202e 2060-2064 fe00-fe0f feff-feff',
);
const ascii = /^[a-z0-9]*$/;

/** Returns one spelling for equivalent texts: NFKC, lower case, no accents. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ascii.test(lower)) return lower;
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '')
    .replace(invisible, '')
    .normalize('NFC')
    .replace(special, (letter) => letters.get(letter) ?? letter);
}

/**
 * Returns a character class from ranges of hexadecimal numbers. As literals, the characters would combine with those
 * before them.
 */
function classOf(ranges: string): RegExp {
  const escaped = ranges.split(' ').map((range) => range.replaceAll(/[0-9a-f]{4}/g, '\\u$&'));
  return new RegExp(`[${escaped.join('')}]`, 'g');
}
