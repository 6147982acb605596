/** The same numbers in every run. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x80000000;
  };
}

/** Random text: operators, quotes, all scripts, lone surrogates, up to 500 units. */
export function noise(random: () => number): string {
  const length = 1 + Math.floor(random() * 12);
  const separators = ['', ' ', '  ', '\u3000'];
  let text = '';
  for (let count = 0; count < length; count += 1) {
    text += pieces[Math.floor(random() * pieces.length)] ?? '';
    text += separators[Math.floor(random() * separators.length)] ?? '';
    if (random() < 0.1) text += String.fromCharCode(Math.floor(random() * 0x10000));
  }
  return text.slice(0, 500);
}

const pieces: readonly string[] = [
  ...['refund', 'shipping', 'parcel', 'pasword', 'Größe', 'devolución', 'wool', 'the', 'how'],
  ...['do', 'I'],
  ...['AND', 'OR', 'NOT', 'NEAR', 'NEAR/3', 'MATCH', '&', '|', '!', '<->', ':*', '*', '^', '~2'],
  ...['+', '-'],
  ...[
    '"',
    '""',
    '“',
    '”',
    '«',
    '»',
    "'",
    "''",
    '`',
    '(',
    ')',
    '((',
    '))',
    '[',
    ']',
    '{',
    '}',
    '\\',
    '/',
  ],
  ...['%', '_', '%%', ';', '--', '/*', '*/', '$1', '$$', '?', '??', ':a', '@x', '#', '=', '<'],
  ...['>', '<b>'],
  ...['title:', 'body:wool', '-wool', '-"two words"', '-', '--wool', '"how do I"', '"unfinished'],
  ...['.', ','],
  ...['😀', '👩‍👩‍👧‍👦', '🏳️‍🌈', '🇩🇪', '1️⃣', '返品', '日本語のテキスト', '中文', '한국어', 'ภาษาไทย'],
  ...['ភាសាខ្មែរ'],
  ...['العربية', 'مُحَمَّد', 'עברית', 'שָׁלוֹם', '\u202e', '\u200f', '\u200b', '\u00ad'],
  ...['\ufeff', '\u2028'],
  ...['\0', '\u0001', '\u001f', '\u007f', '\n', '\t', '\r\n', '\ud800', '\udc00', '\ud83d'],
  ...['\uffff'],
  ...['0', '19', '1e9', '-1', '3.14', '½', '①', 'ﬁ', 'ＡＢＣ', 'İ', 'ß', 'ﬃ', 'a\u0301', '\u0301'],
  ...['Ⅷ'],
  ...['x'.repeat(500), 'a'.repeat(64), 'é'.repeat(40), '猫'.repeat(60), '"'.repeat(30)],
  ...['-'.repeat(30)],
];
