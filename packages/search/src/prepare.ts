import { countCharacters } from './characters.ts';
import { type Block, blocksOfText, cleanText } from './chunks/block.ts';
import { chunksOf } from './chunks/chunk.ts';
import { readHtml } from './chunks/html.ts';
import { blocksOfMarkdown } from './chunks/markdown.ts';
import { type AnalyzedDocument, analyzeDocument } from './format/document.ts';
import { atOnce, inTurns, type Steps } from './in-turns.ts';
import { type Analyzer, analyzerOf } from './text/stems.ts';

// Converts a record to its indexed form. It does not use a database and can take long: call it before the transaction
// that writes the result to the index.

export interface SourceText {
  readonly title: string;
  readonly content: string;
  /** The format. `page` is HTML with menus and footers around its text, as in the response of a URL. */
  readonly format: 'text' | 'markdown' | 'html' | 'page';
  readonly language: string;
}

export interface FaqText {
  readonly question: string;
  readonly alternateQuestions: readonly string[];
  readonly answer: string;
  readonly language: string;
}

export interface NewDocument {
  readonly headings: readonly string[];
  readonly text: string;
  readonly analyzed: AnalyzedDocument;
}

export interface Prepared {
  readonly analyzer: Analyzer;
  readonly documents: readonly NewDocument[];
}

export interface PreparedSource extends Prepared {
  readonly chunkCount: number;
  /** The number of characters of its visible text. */
  readonly charCount: number;
  /** The `<title>` of a page, or the first heading of a page without one. */
  readonly pageTitle: string | null;
}

export function prepareSource(source: SourceText): PreparedSource {
  return atOnce(preparing(source));
}

/** Prepares a long source, with pauses for other work. */
export async function prepareLongSource(source: SourceText): Promise<PreparedSource> {
  return await inTurns(preparing(source));
}

function* preparing({ title, content, format, language }: SourceText): Steps<PreparedSource> {
  const analyzer = analyzerOf(language);
  const { blocks, pageTitle } = yield* blocksOf(cleanText(content), format);
  yield;
  const chunks = yield* chunksOf(blocks);
  yield;
  // A source without text can be found by its title.
  const found = chunks.length > 0 ? chunks : [{ headings: [], text: cleanText(title) }];
  const charCount = blocks.reduce((sum, { text }) => sum + countCharacters(text), 0);
  const documents: NewDocument[] = [];
  for (const { headings, text } of found) {
    yield;
    const parts = { title: cleanText(title), others: headings, body: text };
    documents.push({ headings, text, analyzed: analyzeDocument(parts, analyzer) });
  }
  return { analyzer, documents, chunkCount: found.length, charCount, pageTitle };
}

export function prepareFaq({ question, alternateQuestions, answer, language }: FaqText): Prepared {
  const analyzer = analyzerOf(language);
  const text = atOnce(blocksOfMarkdown(cleanText(answer)))
    .map((block) => block.text)
    .join('\n\n');
  const analyzed = analyzeDocument(
    { title: cleanText(question), others: alternateQuestions.map(cleanText), body: text },
    analyzer,
  );
  return { analyzer, documents: [{ headings: [], text, analyzed }] };
}

function* blocksOf(
  content: string,
  format: SourceText['format'],
): Steps<{ blocks: Block[]; pageTitle: string | null }> {
  if (format === 'text') return { blocks: blocksOfText(content), pageTitle: null };
  const { title, blocks } =
    format === 'markdown'
      ? { title: null, blocks: yield* blocksOfMarkdown(content) }
      : yield* readHtml(content, { mainOnly: format === 'page' });
  const heading = blocks.find(({ kind }) => kind === 'heading');
  return { blocks, pageTitle: title ?? heading?.text ?? null };
}
