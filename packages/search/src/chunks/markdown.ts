import MarkdownIt, { type Token } from 'markdown-it';
import type { Steps } from '../in-turns.ts';
import type { Block } from './block.ts';
import { wordsUpTo } from './chunk.ts';
import { readHtml } from './html.ts';

// The parser is markdown-it, because its time is proportional to the length of every text. marked and micromark need
// minutes for some texts of the accepted length. It parses a piece at a time.
const parser = new MarkdownIt('commonmark', { html: true }).enable(['table', 'strikethrough']);

/** The number of lines read in one step. A longer list, quotation, table or paragraph is split there. */
const linesAtOnce = 1_000;
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

export function* blocksOfMarkdown(text: string): Steps<Block[]> {
  const blocks: Block[] = [];
  const env: Env = {};
  const tokens = yield* tokensOf(text.replace(frontMatter, ''), env);
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    yield;
    if (token.type === 'table_open') {
      let end = index + 1;
      while (end < tokens.length && tokens[end]?.type !== 'table_close') end += 1;
      blocks.push({ kind: 'whole', text: yield* tableText(tokens.slice(index, end), env) });
      index = end;
    } else if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1));
      push(blocks, { kind: 'heading', level, text: yield* inlineText(tokens[index + 1], env) });
      index += 1;
    } else if (token.type === 'inline') {
      const words = yield* inlineText(token, env);
      push(blocks, { kind: 'text', text: markerOf(tokens, index) + words });
    } else if (token.type === 'fence' || token.type === 'code_block') {
      push(blocks, { kind: 'whole', text: withoutLastLineEnds(token.content) });
    } else if (token.type === 'html_block') {
      const html = yield* readHtml(token.content, { fragment: true });
      for (const block of html.blocks) blocks.push(block);
    }
  }
  return blocks;
}

/**
 * Returns the blocks of a text without their inline content. The last block of a step may continue, so it is read again
 * in the next step, with the following lines.
 */
function* tokensOf(text: string, env: Env): Steps<Token[]> {
  const tokens: Token[] = [];
  const state = new parser.block.State(text, parser, env, tokens);
  const { lineMax: lines } = state;
  let most = linesAtOnce;
  for (let line = 0; line < lines; ) {
    yield;
    const known = tokens.length;
    // Makes the parser stop there, as if the text ended.
    state.lineMax = Math.min(line + most, lines);
    parser.block.tokenize(state, line, state.lineMax);
    const last = lastBlock(tokens, known);
    const mayGoOn = last !== undefined && state.lineMax < lines;
    if (mayGoOn && (last.index > known || last.isVerbatim)) {
      tokens.length = last.index;
      if (last.index === known) most *= 2;
      else line = last.line;
      continue;
    }
    line = state.line;
    most = linesAtOnce;
  }
  return tokens;
}

interface LastBlock {
  readonly index: number;
  readonly line: number;
  readonly isVerbatim: boolean;
}

/** Returns the last top-level block; undefined if it begins before the token `known`. */
function lastBlock(tokens: readonly Token[], known: number): LastBlock | undefined {
  const index = tokens.findLastIndex(({ level, nesting }) => level === 0 && nesting >= 0);
  const token = tokens[index];
  if (!token?.map || index < known) return undefined;
  return { index, line: token.map[0], isVerbatim: verbatim.has(token.type) };
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

function* inlineText(token: Token | undefined, env: Env): Steps<string> {
  const pieces: string[] = [];
  for (const piece of wordsUpTo(token?.content ?? '', charactersAtOnce)) {
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

function* tableText(tokens: readonly Token[], env: Env): Steps<string> {
  const rows: string[][] = [];
  for (const token of tokens) {
    if (token.type === 'tr_open') rows.push([]);
    else if (token.type === 'inline') rows.at(-1)?.push(yield* inlineText(token, env));
  }
  return rows.map((cells) => cells.join(' | ')).join('\n');
}
