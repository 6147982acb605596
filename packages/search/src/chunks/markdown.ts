import MarkdownIt, { type Token } from 'markdown-it';
import type { Steps } from '../in-turns.ts';
import { type Block, firstLinesOf } from './block.ts';
import { wordsUpTo } from './chunk.ts';
import { readHtml } from './html.ts';

// The parser is markdown-it, because its time is proportional to the length of every text. marked and micromark need
// minutes for some texts of the accepted length. It parses a piece at a time.
const parser = new MarkdownIt('commonmark', { html: true }).enable(['table', 'strikethrough']);

/** The number of lines read in one step. A longer list, quotation or paragraph is split there. */
const linesAtOnce = 1_000;
/** The maximum number of characters of the names of columns that are read again for every 1,000 lines of a table. */
const maxNames = 1_000;
/**
 * The maximum number of characters of a paragraph or a cell that are read in one step. Longer ones are split between
 * words.
 */
const charactersAtOnce = 16_000;
/** Blocks that are kept whole although they are long, because the parser does not read them line by line. */
const verbatim = new Set(['fence', 'code_block', 'html_block']);

const frontMatter = /^---[^\S\n]*\n[\s\S]*?\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/;

/** The links that the text defines, shared by all of its parts. */
type Env = Record<string, unknown>;

/** A block whose content is read when all links of the text are known. */
type Part =
  | { readonly kind: 'heading'; readonly level: number; readonly content: string }
  | { readonly kind: 'text'; readonly marker: string; readonly content: string }
  | { readonly kind: 'verbatim' | 'html'; readonly content: string }
  | { readonly kind: 'table'; readonly rows: string[][] };

export function* blocksOfMarkdown(text: string): Steps<Block[]> {
  const blocks: Block[] = [];
  const env: Env = {};
  for (const part of yield* partsOf(text.replace(frontMatter, ''), env)) {
    yield;
    if (part.kind === 'table') {
      const text = yield* tableText(part.rows, env);
      blocks.push({ kind: 'table', text, header: firstLinesOf(text, 1) });
    } else if (part.kind === 'heading') {
      const { kind, level, content } = part;
      push(blocks, { kind, level, text: yield* inlineText(content, env) });
    } else if (part.kind === 'text') {
      const words = yield* inlineText(part.content, env);
      push(blocks, { kind: 'text', text: part.marker + words });
    } else if (part.kind === 'verbatim') {
      push(blocks, { kind: 'whole', text: withoutLastLineEnds(part.content) });
    } else {
      const html = yield* readHtml(part.content, { fragment: true });
      for (const block of html.blocks) blocks.push(block);
    }
  }
  return blocks;
}

/**
 * Returns the parts of a text. The last block of a step may continue, so it is read again in the next step, with the
 * following lines. The parser sees only the lines of a step: it would look for all line ends of the text at once.
 */
function* partsOf(text: string, env: Env): Steps<Part[]> {
  const parts: Part[] = [];
  let most = linesAtOnce;
  /** The first two lines of a table that goes on in the next step. They make its other lines rows. */
  let names = '';
  for (let start = 0; start < text.length; ) {
    yield;
    const end = endOfLines(text, start, most);
    const tokens: Token[] = [];
    const lines = names + text.slice(start, end);
    const state = new parser.block.State(lines, parser, env, tokens);
    parser.block.tokenize(state, 0, state.lineMax);
    const last = lastBlock(tokens);
    const mayGoOn = last !== undefined && end < text.length;
    if (mayGoOn && last.index === 0 && last.isVerbatim) {
      most *= 2;
      continue;
    }
    const table = names === '' ? undefined : parts.at(-1);
    if (mayGoOn && last.line > 0) {
      tokens.length = last.index;
      start += (state.bMarks[last.line] as number) - names.length;
      names = '';
    } else {
      const goesOn = mayGoOn && last.isTable && last.end === state.lineMax;
      names = goesOn && isDense(tokens, lines) ? lines.slice(0, state.bMarks[2]) : '';
      if (names.length > maxNames) names = '';
      start = end;
      most = linesAtOnce;
    }
    const more = partsIn(tokens);
    if (table?.kind === 'table' && more[0]?.kind === 'table') {
      for (const row of more[0].rows.slice(1)) table.rows.push(row);
      more.shift();
    }
    for (const part of more) parts.push(part);
  }
  return parts;
}

/** Returns whether a table has few cells that its lines lack. Very many such cells would need seconds. */
function isDense(tokens: readonly Token[], lines: string): boolean {
  return tokens.filter(({ type }) => type === 'inline').length <= lines.length;
}

/** Returns the end of a number of lines of a text. */
function endOfLines(text: string, start: number, count: number): number {
  let end = start;
  for (let line = 0; line < count && end < text.length; line += 1) {
    const at = text.indexOf('\n', end);
    end = at === -1 ? text.length : at + 1;
  }
  return end;
}

function partsIn(tokens: readonly Token[]): Part[] {
  const parts: Part[] = [];
  let rows: string[][] | undefined;
  tokens.forEach((token, index) => {
    const { type, content } = token;
    if (type === 'table_open') {
      rows = [];
      parts.push({ kind: 'table', rows });
    } else if (type === 'table_close') rows = undefined;
    else if (type === 'tr_open') rows?.push([]);
    else if (type === 'inline') {
      const opening = tokens[index - 1];
      if (rows) rows.at(-1)?.push(content);
      else if (opening?.type === 'heading_open') {
        parts.push({ kind: 'heading', level: Number(opening.tag.slice(1)), content });
      } else parts.push({ kind: 'text', marker: markerOf(tokens, index), content });
    } else if (type === 'fence' || type === 'code_block') parts.push({ kind: 'verbatim', content });
    else if (type === 'html_block') parts.push({ kind: 'html', content });
  });
  return parts;
}

interface LastBlock {
  readonly index: number;
  readonly line: number;
  readonly end: number;
  readonly isVerbatim: boolean;
  readonly isTable: boolean;
}

/** Returns the last top-level block. */
function lastBlock(tokens: readonly Token[]): LastBlock | undefined {
  const index = tokens.findLastIndex(({ level, nesting }) => level === 0 && nesting >= 0);
  const token = tokens[index];
  if (!token?.map) return undefined;
  const [line, end] = token.map;
  const { type } = token;
  return { index, line, end, isVerbatim: verbatim.has(type), isTable: type === 'table_open' };
}

function push(blocks: Block[], block: Block): void {
  if (block.text.trim() !== '') blocks.push(block);
}

/** Removes the line ends at the end of a text. A regular expression would take quadratic time. */
function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/** Returns the marker of a list item for its first paragraph; an empty text for other paragraphs. */
function markerOf(tokens: readonly Token[], index: number): string {
  const item = tokens[index - 2];
  if (item?.type !== 'list_item_open') return '';
  // An ordered list item contains its number, a bullet item does not.
  return item.info === '' ? '- ' : `${item.info}${item.markup} `;
}

function* inlineText(content: string, env: Env): Steps<string> {
  const pieces: string[] = [];
  for (const piece of wordsUpTo(content, charactersAtOnce)) {
    const children: Token[] = [];
    parser.inline.parse(piece, parser, env, children);
    pieces.push(textOf(children));
    yield;
  }
  return pieces.join(' ');
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'softbreak') return ' ';
      if (token.type === 'hardbreak') return '\n';
      if (token.type === 'image') return textOf(token.children ?? []) || token.content;
      if (token.type === 'html_inline') return /^<br\b/i.test(token.content) ? '\n' : '';
      return token.content;
    })
    .join('');
}

function* tableText(rows: readonly (readonly string[])[], env: Env): Steps<string> {
  const lines: string[] = [];
  for (const row of rows) {
    const cells: string[] = [];
    for (const cell of row) cells.push(yield* inlineText(cell, env));
    lines.push(cells.join(' | '));
  }
  return lines.join('\n');
}
