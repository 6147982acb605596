import type { Steps } from '../in-turns.ts';
import type { Block } from './block.ts';

export interface Chunk {
  /** The headings above the chunk, outermost first. */
  readonly headings: readonly string[];
  readonly text: string;
}

export const chunkLimits = {
  target: 1_000,
  max: 1_600,
  overlap: 120,
  /** The maximum number of characters of code in one chunk. Longer code is split between lines. */
  code: 8_000,
  /**
   * The maximum number of characters of a table in one chunk. Longer tables are split between rows: among thousands of
   * words of other rows, the words of one row would count too little in a search.
   */
  table: 2_000,
  heading: 200,
  headings: 6,
  /** The maximum number of chunks of a text that is split at headings. Texts with more are split by length only. */
  chunks: 2_000,
} as const;

/** Splits a text at headings, then between paragraphs, then between sentences, then between words. */
export function* chunksOf(blocks: readonly Block[]): Steps<Chunk[]> {
  const chunks = yield* sectionsOf(blocks);
  if (chunks.length <= chunkLimits.chunks) return chunks;
  const flat = blocks.map(
    (block): Block => (block.kind === 'heading' ? { kind: 'text', text: block.text } : block),
  );
  return (yield* textsOf(flat)).map((text) => ({ headings: [], text }));
}

function* sectionsOf(blocks: readonly Block[]): Steps<Chunk[]> {
  const chunks: Chunk[] = [];
  let path: { level: number; text: string }[] = [];
  let section: Block[] = [];
  function* close(nextLevel: number): Steps<void> {
    const headings = path.map(({ text }) => text).slice(-chunkLimits.headings);
    const last = path.at(-1);
    if (section.length > 0) {
      for (const text of yield* textsOf(section)) chunks.push({ headings, text });
    } else if (last && nextLevel <= last.level) {
      // No text below this heading: the heading is the only searchable text.
      chunks.push({ headings: headings.slice(0, -1), text: last.text });
    }
    section = [];
  }
  for (const block of blocks) {
    if (block.kind !== 'heading') {
      section.push(block);
      continue;
    }
    yield* close(block.level);
    path = path.filter(({ level }) => level < block.level);
    path.push({ level: block.level, text: cutAt(block.text, chunkLimits.heading) });
  }
  yield* close(0);
  return chunks;
}

const sentencesAtOnce = 1_000;

/** Returns the texts of the chunks of one section. */
function* textsOf(section: readonly Block[]): Steps<string[]> {
  const texts: string[] = [];
  let sentences = 0;
  let text = '';
  let overlap = '';
  const close = (next: string) => {
    if (text !== '') texts.push(text);
    text = '';
    overlap = next;
  };
  const add = (piece: string, separator: string) => {
    if (text !== '' && text.length + separator.length + piece.length > chunkLimits.target) {
      close(endOf(text));
    }
    if (text !== '') text += separator + piece;
    else if (overlap !== '' && overlap.length + 1 + piece.length <= chunkLimits.max) {
      text = `${overlap} ${piece}`;
    } else text = piece;
    overlap = '';
  };
  for (const block of section) {
    if (block.kind === 'whole' || block.kind === 'table') {
      // No overlap: it would begin in the middle of a line, or add words before the first line.
      const pieces =
        block.kind === 'table' ? rowsOf(block) : linesUpTo(block.text, chunkLimits.code);
      const joins = text.length + 2 + block.text.length <= chunkLimits.max;
      if (!joins) close('');
      for (const piece of pieces) {
        if (text !== '' && !joins) close('');
        text = text === '' ? piece : `${text}\n\n${piece}`;
      }
      if (text.length > chunkLimits.target) close('');
    } else if (block.text.length <= chunkLimits.max) {
      add(block.text, listItem.test(block.text) ? '\n' : '\n\n');
    } else {
      let separator = '\n\n';
      for (const sentence of sentencesOf(block.text)) {
        add(sentence, separator);
        separator = ' ';
        sentences += 1;
        if (sentences % sentencesAtOnce === 0) yield;
      }
    }
    sentences += 1;
    if (sentences % sentencesAtOnce === 0) yield;
  }
  close('');
  return texts;
}

const listItem = /^(?:-|\d+[.)]) /;
// A full stop ends a sentence before white space; Chinese and Japanese full stops always do. Each run of marks is
// scanned once.
const sentenceEnds = /[.!?…]+["'”’)\]]*|[。！？]+[」』”]*|\n+/g;

function* sentencesOf(text: string): Generator<string> {
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(sentenceEnds)) {
    const end = index + mark.length;
    if (/^[.!?…]/.test(mark) && !/\s/.test(text[end] ?? ' ')) continue;
    yield* piecesOf(text.slice(start, end));
    start = end;
  }
  yield* piecesOf(text.slice(start));
}

function piecesOf(sentence: string): string[] {
  const trimmed = sentence.trim();
  return trimmed === '' ? [] : wordsUpTo(trimmed, chunkLimits.target);
}

/** Splits a text between words into pieces of at most `limit` characters. Splits a longer word, too. */
export function wordsUpTo(text: string, limit: number): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > limit) {
    const space = rest.lastIndexOf(' ', limit);
    const piece = space > limit / 2 ? rest.slice(0, space) : cutAt(rest, limit);
    pieces.push(piece);
    rest = rest.slice(piece.length).trimStart();
  }
  if (rest !== '') pieces.push(rest);
  return pieces;
}

/** The maximum number of characters of a header that every part of a long table repeats. */
const maxHeader = 400;

/** Returns the parts of a table. Each part begins with the names of the columns, if they are known and not too long. */
function rowsOf({ text, header }: Extract<Block, { kind: 'table' }>): string[] {
  const limit = chunkLimits.table;
  if (text.length <= limit || header === null || header.length > maxHeader) {
    return linesUpTo(text, limit);
  }
  const rows = text.slice(header.length + 1);
  return linesUpTo(rows, limit - header.length - 1).map((piece) => `${header}\n${piece}`);
}

function linesUpTo(text: string, limit: number): string[] {
  if (text.length <= limit) return [text];
  const pieces: string[] = [];
  let piece = '';
  for (const line of text.split('\n').flatMap((long) => wordsUpTo(long, limit))) {
    if (piece !== '' && piece.length + 1 + line.length > limit) {
      pieces.push(piece);
      piece = '';
    }
    piece = piece === '' ? line : `${piece}\n${line}`;
  }
  if (piece !== '') pieces.push(piece);
  return pieces;
}

/** Returns the last sentences or words of a text, up to the size of the overlap. */
function endOf(text: string): string {
  const end = text.slice(-chunkLimits.overlap);
  const sentence = /[.!?…。！？]\s+(?=\S)/.exec(end);
  if (sentence) return end.slice(sentence.index + sentence[0].length);
  const space = end.search(/\s/);
  return space < 0 ? '' : end.slice(space).trim();
}

/** Returns the first `limit` UTF-16 units at most, without splitting a surrogate pair. */
export function cutAt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const unit = text.charCodeAt(limit - 1);
  return text.slice(0, unit >= 0xd800 && unit <= 0xdbff ? limit - 1 : limit);
}
