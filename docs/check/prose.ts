import MarkdownIt from 'markdown-it';
import { type Page, read } from './pages.ts';
import { type SourceText, sourceFiles, textsIn } from './texts.ts';

interface Refused {
  pattern: RegExp;
  use: string;
}

/** docs/style.md asks for 25 words; this limit refuses only what is certainly too long. */
const mostWords = 30;
const mostTitleWords = 20;

/** Constructions of docs/style.md and synonyms that the glossary replaces. `use` is what to write instead. */
const refused: readonly Refused[] = [
  { pattern: /\bwho(so)?ever\b/i, use: 'the actor: "clients that …", "a worker that …"' },
  {
    pattern:
      /^(Who|What) (is|was|are|has|wants|asks|reads|waits|comes|came|goes|stands|holds)\b(?!.*\?)/,
    use: 'the actor or the thing as the subject',
  },
  {
    pattern: /\b(such a one|such ones|which then is|of its own accord|for good)\b/i,
    use: 'a plain statement',
  },
  {
    pattern: /\b(is|are|was|were|be|been|being|gets?|nobody|nor) told\b/i,
    use: '"notified", or the event or error that says it',
  },
  { pattern: /\btell(s)? of\b/i, use: '"reports"' },
  { pattern: /\b(came|comes|become|becomes) of (it|them)\b/i, use: '"the outcome"' },
  { pattern: /\bthe dearest\b|\bdearer\b/i, use: '"expensive"' },
  { pattern: /\bbeside each other\b/i, use: '"at the same time"' },
  { pattern: /\ba (good deal\b|deal (of|more|less)\b)/i, use: '"much" or a number' },
  { pattern: /\b(?<!worker )threads?\b|\bchats?\b/i, use: '"conversation"' },
  { pattern: /\b(notifications?|customer records?)\b/i, use: '"event", "delivery" or "contact"' },
  { pattern: /\bheirs?\b/i, use: 'a word of the glossary' },
  {
    pattern: /\b(text|name|title|purpose|explanation|advice),? for people\b/i,
    use: '"human-readable text" or "display name"',
  },
];

/** On pages for users. In the code, the glossary defines `settle`. */
const refusedOnPages: readonly Refused[] = [
  ...refused,
  { pattern: /\bsettle[sd]?\b/i, use: '"records the outcome"' },
];
const refusedInComments: readonly Refused[] = [
  ...refused,
  { pattern: /^What\b(?!.*\?)/, use: 'the thing: "The fields that …", or a verb: "Returns …"' },
];
const refusedInTitles: readonly Refused[] = [
  ...refused,
  {
    pattern: /^(what|who|those|nobody)\b|, and (what|who) (is|was|comes|came|has)\b/i,
    use: 'the subject, the outcome and the condition',
  },
];

const markdown = new MarkdownIt({ html: true });

/** The page that names the words to avoid. */
const glossary = 'docs/glossary.md';
/** Texts that an example searches. */
const sample = /^examples\/[^/]+\/help\//;
/** Files that quote what the check refuses. */
const quoting = /^docs\/(check\.test|check\/prose)\.ts$|^scripts\/gates\/canaries\.mjs$/;
const generated = ['docs/reference/errors.md', 'docs/reference/events.md', 'packages/sdk/api.md'];

/** Returns the problems of the generated pages, and of every description in the OpenAPI document. */
export function unclearReference(): string[] {
  const pages = generated.map((path) => ({ path, text: read(path) }));
  const descriptions = descriptionsIn(JSON.parse(read('docs/reference/openapi.json')));
  return [
    ...pages.flatMap((page) => unclearProse(page).map((problem) => `${page.path}: ${problem}`)),
    ...[...new Set(descriptions)].flatMap((text) =>
      unclearProse({ path: 'openapi.json', text }).map((problem) => `the contract: ${problem}`),
    ),
  ];
}

/** Returns the sentences of a page that are too long or use a refused construction. */
export function unclearProse({ path, text }: Page): string[] {
  if (sample.test(path)) return [];
  const patterns = path === glossary ? [] : refusedOnPages;
  return blocksOf(text).flatMap(({ line, prose }) =>
    unclearSentences(prose, patterns).map((problem) => `line ${line}: ${problem}`),
  );
}

/** Returns the unclear comments, test titles, errors and other sentences of the source files that are to be checked. */
export function unclearSources(isChecked: (path: string) => boolean): string[] {
  return sourceFiles()
    .filter((path) => isChecked(path) && !quoting.test(path))
    .flatMap((path) =>
      textsIn(path).flatMap((text) => unclearText(text).map((line) => `${path}: ${line}`)),
    );
}

const patternsOf: Readonly<Record<SourceText['kind'], readonly Refused[]>> = {
  comment: refusedInComments,
  title: refusedInTitles,
  sentence: refused,
};

/** The ends of names, and the units that the description of such a name must not give. */
const wrongUnits: readonly { name: RegExp; unit: RegExp }[] = [
  { name: /Ms$/, unit: /^(maximum |whole )?seconds\b|\bin seconds\b/i },
  { name: /Seconds$/, unit: /^(maximum |whole )?milliseconds\b|\bin (milliseconds|ms)\b/i },
];

/** Returns what is unclear in one text of a source file. */
export function unclearText({ line, kind, text, name = '' }: SourceText): string[] {
  const patterns = patternsOf[kind];
  const limit = kind === 'title' ? mostTitleWords : mostWords;
  const units = wrongUnits
    .filter((wrong) => wrong.name.test(name) && wrong.unit.test(text))
    .map(() => `line ${line}: the name ${name} has another unit than "${text.slice(0, 90)}"`);
  const unclear = blocksOf(text).flatMap(({ prose }) =>
    unclearSentences(prose, patterns, limit).map((problem) => `line ${line}: ${problem}`),
  );
  return [...units, ...unclear];
}

function unclearSentences(
  prose: string,
  patterns: readonly Refused[],
  limit = mostWords,
): string[] {
  return sentencesOf(prose).flatMap((sentence) => {
    const shown = `"${sentence.slice(0, 90)}${sentence.length > 90 ? '…' : ''}"`;
    const words = wordsOf(sentence);
    const long = words > limit ? [`${words} words, ${limit} at most: ${shown}`] : [];
    const found = patterns
      .filter(({ pattern }) => pattern.test(sentence))
      .map(({ use }) => `write ${use}: ${shown}`);
    return [...long, ...found];
  });
}

interface Block {
  line: number;
  prose: string;
}

/** Paragraphs, list items, headings and table cells, with the line of each. Code stands as one word. */
function blocksOf(text: string): Block[] {
  let line = 0;
  return markdown.parse(text, {}).flatMap((token) => {
    line = token.map?.[0] ?? line;
    if (token.type !== 'inline') return [];
    const prose = (token.children ?? [])
      .map(({ type, content }) => {
        if (type === 'code_inline') return 'CODE';
        if (type === 'softbreak' || type === 'hardbreak') return ' ';
        return type === 'text' ? content : '';
      })
      .join('');
    return [{ line: line + 1, prose }];
  });
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** A colon or semicolon does not end a sentence. */
function sentencesOf(prose: string): string[] {
  return prose.split(/(?<=[.!?][)"]*)(?<!\b(?:e\.g|i\.e|vs)\.)\s+/).filter(Boolean);
}

function wordsOf(sentence: string): number {
  return [...words.segment(sentence)].filter(({ isWordLike }) => isWordLike).length;
}

function descriptionsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /^(description|summary)$/.test(key) && typeof inner === 'string'
      ? [inner]
      : descriptionsIn(inner),
  );
}
