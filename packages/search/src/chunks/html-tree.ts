import { type DefaultTreeAdapterTypes, html as htmlNames, Parser, type Token } from 'parse5';
import type { Steps } from '../in-turns.ts';

type Map = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

const { TAG_ID: tagIds, TAG_NAMES: tagNames } = htmlNames;

const formatting = new Set([
  tagIds.A,
  tagIds.B,
  tagIds.BIG,
  tagIds.CODE,
  tagIds.EM,
  tagIds.FONT,
  tagIds.I,
  tagIds.NOBR,
  tagIds.S,
  tagIds.SMALL,
  tagIds.STRIKE,
  tagIds.STRONG,
  tagIds.TT,
  tagIds.U,
]);

/**
 * Parses inline elements as `<span>`. Otherwise they stay open until they are closed: every block that starts before
 * that gets a copy of each, so that a short page can grow to millions of nodes. They do not change the text, and
 * `<span>` nests normally, so the tree is as large as the page.
 */
class TextParser extends Parser<Map> {
  override _startTagOutsideForeignContent(token: Token.TagToken): void {
    super._startTagOutsideForeignContent(plain(token));
  }

  override _endTagOutsideForeignContent(token: Token.TagToken): void {
    super._endTagOutsideForeignContent(plain(token));
  }
}

function plain(token: Token.TagToken): Token.TagToken {
  if (formatting.has(token.tagID)) {
    token.tagName = tagNames.SPAN;
    token.tagID = tagIds.SPAN;
  }
  return token;
}

/** The number of characters parsed in one step. */
const charactersAtOnce = 16_000;

export function* pageTree(html: string): Steps<DefaultTreeAdapterTypes.Document> {
  const parser = new TextParser();
  yield* write(parser, html);
  return parser.document;
}

export function* fragmentTree(html: string): Steps<DefaultTreeAdapterTypes.DocumentFragment> {
  const parser = TextParser.getFragmentParser<Map>();
  yield* write(parser, html);
  return parser.getFragment();
}

function* write({ tokenizer }: Parser<Map>, html: string): Steps<void> {
  let end = 0;
  do {
    const start = end;
    end += charactersAtOnce;
    tokenizer.write(html.slice(start, end), end >= html.length);
    yield;
  } while (end < html.length);
}
