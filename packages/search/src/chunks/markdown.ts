import MarkdownIt, { type Token } from 'markdown-it';
import type { Block } from './block.ts';
import { readHtml } from './html.ts';

// markdown-it takes time in proportion to the length of a text, whatever the text; marked and
// micromark need minutes for some texts of the length that we accept.
const parser = new MarkdownIt('commonmark', { html: true }).enable(['table', 'strikethrough']);

const frontMatter = /^---[^\S\n]*\n[\s\S]*?\n(?:---|\.\.\.)[^\S\n]*(?:\n|$)/;

export function blocksOfMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const tokens = parser.parse(text.replace(frontMatter, ''), {});
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as Token;
    if (token.type === 'table_open') {
      let end = index + 1;
      while (end < tokens.length && tokens[end]?.type !== 'table_close') end += 1;
      blocks.push({ kind: 'whole', text: tableText(tokens.slice(index, end)) });
      index = end;
    } else if (token.type === 'heading_open') {
      const level = Number(token.tag.slice(1));
      push(blocks, { kind: 'heading', level, text: inlineText(tokens[index + 1]) });
      index += 1;
    } else if (token.type === 'inline') {
      push(blocks, { kind: 'text', text: markerOf(tokens, index) + inlineText(token) });
    } else if (token.type === 'fence' || token.type === 'code_block') {
      push(blocks, { kind: 'whole', text: withoutLastLineEnds(token.content) });
    } else if (token.type === 'html_block') {
      for (const block of readHtml(token.content, { fragment: true }).blocks) blocks.push(block);
    }
  }
  return blocks;
}

function push(blocks: Block[], block: Block): void {
  if (block.text.trim() !== '') blocks.push(block);
}

/** An expression would look at each run of them from each of its places. */
function withoutLastLineEnds(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}

/** The first paragraph of an item keeps the mark of its list. */
function markerOf(tokens: readonly Token[], index: number): string {
  const item = tokens[index - 2];
  if (item?.type !== 'list_item_open') return '';
  // An ordered item carries its number, a bullet none.
  return item.info === '' ? '- ' : `${item.info}${item.markup} `;
}

function inlineText(token: Token | undefined): string {
  return (token?.children ?? []).map(textOf).join('');
}

function textOf(token: Token): string {
  if (token.type === 'softbreak') return ' ';
  if (token.type === 'hardbreak') return '\n';
  if (token.type === 'image') return inlineText(token) || token.content;
  if (token.type === 'html_inline') return /^<br\b/i.test(token.content) ? '\n' : '';
  return token.content;
}

function tableText(tokens: readonly Token[]): string {
  const rows: string[][] = [];
  for (const token of tokens) {
    if (token.type === 'tr_open') rows.push([]);
    else if (token.type === 'inline') rows.at(-1)?.push(inlineText(token));
  }
  return rows.map((cells) => cells.join(' | ')).join('\n');
}
