import type { DefaultTreeAdapterTypes } from 'parse5';
import type { Steps } from '../in-turns.ts';
import { type Block, firstLinesOf } from './block.ts';
import { fragmentTree, pageTree } from './html-tree.ts';
import { WholeText } from './whole-text.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

export interface HtmlText {
  readonly title: string | null;
  readonly blocks: Block[];
}

const invisible = new Set(
  'script style noscript template svg math iframe object embed canvas audio video map head title select option datalist dialog'.split(
    ' ',
  ),
);
/** Elements such as menus and footers, which surround the text of a page. Some are kept: `isFurniture` decides. */
const furniture = new Set(['nav', 'header', 'footer', 'aside', 'form', 'menu', 'button']);
const furnitureRoles = new Set(
  'navigation banner contentinfo complementary search menu menubar toolbar dialog'.split(' '),
);
const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark meter output q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const sections = new Set(['main', 'article', 'section']);
const headings = /^h[1-6]$/;

/** The numbers of elements around the current one. */
interface OpenElements {
  sections: number;
  forms: number;
}

interface Options {
  /** Whether the HTML is a fragment, not a whole page. */
  fragment?: boolean;
  /** Whether menus, asides, footers, the header of the page, and forms without an `<h1>` are removed. */
  mainOnly?: boolean;
}

/** Returns the visible text of a page, or of a part of one. */
export function* readHtml(
  html: string,
  { fragment = false, mainOnly = false }: Options = {},
): Steps<HtmlText> {
  const root: Parent = yield* fragment ? fragmentTree(html) : pageTree(html);
  const title = fragment ? undefined : find(root, ({ tagName }) => tagName === 'title');
  yield;
  const named = title ? yield* new Reader(() => false).read(title) : [];
  const text = named.map((block) => block.text).join(' ');
  return { title: text.trim() || null, blocks: yield* blocksIn(root, mainOnly) };
}

function* blocksIn(root: Parent, mainOnly: boolean): Steps<Block[]> {
  if (!mainOnly) return yield* new Reader(isInvisible).read(root);
  const marked = find(root, isMain) ?? onlyArticle(root);
  yield;
  const isLeftOut = (element: Element, open: OpenElements) =>
    isInvisible(element) || isFurniture(element, open);
  const blocks = yield* new Reader(isLeftOut, { sections: marked ? 1 : 0 }).read(marked ?? root);
  // If a page has only a form or a header, its whole text is better than none.
  return blocks.length > 0 ? blocks : yield* new Reader(isInvisible).read(root);
}

const isMain = (element: Element) =>
  element.tagName === 'main' || attribute(element, 'role') === 'main';

function onlyArticle(root: Parent): Element | undefined {
  const articles: Element[] = [];
  walk(root, (element) => {
    if (element.tagName !== 'article') return 'enter';
    articles.push(element);
    return 'skip';
  });
  return articles.length === 1 ? articles[0] : undefined;
}

function isInvisible(element: Element): boolean {
  return (
    invisible.has(element.tagName) ||
    attribute(element, 'hidden') !== undefined ||
    attribute(element, 'aria-hidden') === 'true'
  );
}

function isFurniture(element: Element, open: OpenElements): boolean {
  if (furnitureRoles.has(attribute(element, 'role') ?? 'none')) return true;
  const { tagName } = element;
  // The header of an article has its title. Only the header of the whole page has a menu and a logo.
  if (tagName === 'header') return open.sections === 0;
  // Some servers wrap the whole page in a form. A form in it is not searched for a title: that would take too long.
  if (tagName === 'form') return open.forms > 0 || !find(element, (one) => one.tagName === 'h1');
  return furniture.has(tagName);
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

function find(root: Parent, fits: (element: Element) => boolean): Element | undefined {
  let found: Element | undefined;
  walk(root, (element) => {
    if (!found && fits(element)) found = element;
    return found ? 'skip' : 'enter';
  });
  return found;
}

/** Visits the elements without recursion, because a page may nest very many. */
function walk(root: Parent, visit: (element: Element) => 'enter' | 'skip'): void {
  const open: Node[] = root.childNodes.toReversed();
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('tagName' in node) || visit(node) === 'skip') continue;
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      open.push(node.childNodes[index] as Node);
    }
  }
}

type Step = { readonly node: Node } | { readonly leave: Element };

const nodesAtOnce = 1_000;

class Reader {
  readonly #skips: (element: Element, open: OpenElements) => boolean;
  readonly #open: OpenElements;
  readonly #blocks: Block[] = [];
  #text = '';
  #kind: 'text' | 'heading' = 'text';
  #level = 0;
  /** The number of open preformatted elements, in which white space counts. */
  #whole = 0;
  #table = 0;
  /** The number of lines at the beginning of the open table that name its columns. */
  #header = 0;
  /** Whether the open table has no complete row yet, and whether the current row has only `<th>`. */
  #isFirstRow = true;
  #hasOnlyNames = true;
  readonly #wholeText = new WholeText();

  constructor(
    skips: (element: Element, open: OpenElements) => boolean,
    open: Partial<OpenElements> = {},
  ) {
    this.#skips = skips;
    this.#open = { sections: 0, forms: 0, ...open };
  }

  *read(root: Parent): Steps<Block[]> {
    const open: Step[] = root.childNodes.toReversed().map((node) => ({ node }));
    for (let step = open.pop(), count = 1; step; step = open.pop(), count += 1) {
      if (count % nodesAtOnce === 0) yield;
      if ('leave' in step) {
        this.#count(step.leave, -1);
        this.#leave(step.leave);
        continue;
      }
      const { node } = step;
      if (node.nodeName === '#text' && 'value' in node) this.#add(node.value);
      if (!('tagName' in node) || this.#skips(node, this.#open)) continue;
      this.#count(node, 1);
      this.#enter(node);
      open.push({ leave: node });
      for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
        open.push({ node: node.childNodes[index] as Node });
      }
    }
    this.#flush();
    return this.#blocks;
  }

  #count({ tagName }: Element, change: 1 | -1): void {
    if (sections.has(tagName)) this.#open.sections += change;
    if (tagName === 'form') this.#open.forms += change;
  }

  #add(text: string): void {
    const collapsed = this.#whole > 0 && this.#table === 0 ? text : text.replace(/\s+/g, ' ');
    if (this.#whole > 0) this.#wholeText.add(collapsed);
    else this.#text += collapsed;
  }

  #enter(element: Element): void {
    const { tagName } = element;
    if (tagName === 'img') this.#add(attribute(element, 'alt') ?? '');
    else if (tagName === 'br') this.#breakLine();
    else if (this.#whole > 0) this.#enterInWhole(tagName);
    else if (!inline.has(tagName)) this.#enterBlock(tagName);
  }

  #breakLine(): void {
    if (this.#whole === 0) this.#text += '\n';
    else this.#wholeText.add(this.#table > 0 ? ' ' : '\n');
  }

  #enterBlock(tagName: string): void {
    this.#flush();
    if (tagName === 'pre' || tagName === 'table') this.#whole = 1;
    if (tagName === 'table') this.#table = 1;
    this.#header = 0;
    this.#isFirstRow = true;
    if (tagName === 'li') this.#text = '- ';
    if (headings.test(tagName)) {
      this.#kind = 'heading';
      this.#level = Number(tagName.slice(1));
    }
  }

  #enterInWhole(tagName: string): void {
    if (inline.has(tagName)) return;
    if (this.#whole === 1 && tagName === 'tr') this.#hasOnlyNames = true;
    if (this.#whole === 1 && tagName === 'td') this.#hasOnlyNames = false;
    if (tagName === 'tr') this.#wholeText.row();
    else if (tagName === 'td' || tagName === 'th') this.#wholeText.cell();
    else this.#separate();
    if (tagName === 'table') this.#table += 1;
    if (tagName === 'pre' || tagName === 'table') this.#whole += 1;
  }

  /** Separates words at the end of an element that belongs to a table or to code. */
  #separate(): void {
    if (this.#table > 0) this.#wholeText.space();
    else this.#wholeText.line();
  }

  #leave({ tagName }: Element): void {
    if (inline.has(tagName) || tagName === 'br' || tagName === 'img') return;
    if (this.#whole === 0) {
      this.#flush();
      return;
    }
    if (this.#whole === 1) this.#leaveRows(tagName);
    if (tagName === 'table') this.#table -= 1;
    if (tagName === 'pre' || tagName === 'table') this.#whole -= 1;
    if (this.#whole > 0) {
      this.#separate();
      return;
    }
    const text = this.#wholeText.take();
    if (text === '') return;
    if (tagName === 'pre') this.#blocks.push({ kind: 'whole', text });
    else {
      const header = this.#header > 0 ? firstLinesOf(text, this.#header) : null;
      this.#blocks.push({ kind: 'table', text, header });
    }
  }

  /** Notes which lines name the columns: those of the `thead`, or the first row if it has only `<th>`. */
  #leaveRows(tagName: string): void {
    const isNames = tagName === 'tr' && this.#isFirstRow && this.#hasOnlyNames;
    if (tagName === 'thead' || isNames) this.#header = this.#wholeText.lines;
    if (tagName === 'thead' || tagName === 'tr') this.#isFirstRow = false;
  }

  #flush(): void {
    const text = this.#text
      .split('\n')
      .map((line) => line.replace(/\s+/g, ' ').trim())
      .join('\n')
      .trim();
    this.#text = '';
    if (text !== '' && text !== '-') {
      if (this.#kind === 'heading') {
        this.#blocks.push({
          kind: 'heading',
          level: this.#level,
          text: text.replaceAll('\n', ' '),
        });
      } else this.#blocks.push({ kind: 'text', text });
    }
    this.#kind = 'text';
  }
}
