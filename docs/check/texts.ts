import ts from 'typescript';
import { pathsUnder, read } from './pages.ts';

/** A human-readable text in a source file: a comment, a test title, or a sentence in a string. */
export interface SourceText {
  line: number;
  kind: 'comment' | 'title' | 'sentence';
  text: string;
  /** The name of the field, function or constant that the text describes. */
  name?: string | undefined;
}

const folders = ['packages', 'examples', 'docs', 'scripts'];
const isSource = /\.(ts|mts|mjs)$|^packages\/sdk\/methods\/.*\.md$/;
/** Written by a generator or by a build that runs meanwhile, written by others, or texts that a search finds. */
const isLeftOut =
  /\/generated\/|\.vitepress\/cache|knowledge\/(?:ranking|words|queries|scores|confidence|snippets|chunks|faqs)|\.d\.ts$|\.bundled_|search\/(src|test)\/.*test|bench\/server\/search/;

/** Returns the paths of the source files whose texts are checked. */
export function sourceFiles(): string[] {
  return folders.flatMap(pathsUnder).filter((path) => isSource.test(path) && !isLeftOut.test(path));
}

/** Returns the human-readable texts in one source file, or in a page whose sections are the docstrings of methods. */
export function textsIn(path: string, code = read(path)): SourceText[] {
  if (path.endsWith('.md')) return sectionsIn(code);
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const found: SourceText[] = [];
  const seen = new Set<number>();
  const visit = (node: ts.Node): void => {
    const comments = [
      ...(ts.getLeadingCommentRanges(code, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(code, node.end) ?? []),
    ].filter(({ pos }) => !seen.has(pos));
    for (const { pos } of comments) seen.add(pos);
    for (const text of joined(comments, code))
      found.push({
        line: lineAt(comments[0]?.pos ?? 0),
        kind: 'comment',
        text,
        name: nameOf(node),
      });
    const text = textOf(node);
    if (text !== undefined) {
      const isTitle = isTitleOf(node);
      const kind = isTitle ? 'title' : 'sentence';
      if (isTitle || isSentence(text))
        found.push({ line: lineAt(node.getStart()), kind, text, name: describedBy(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function sectionsIn(page: string): SourceText[] {
  let line = 1;
  return page.split(/^(?=## )/m).map((text) => {
    const section = { line, kind: 'comment', text } as const;
    line += text.split('\n').length - 1;
    return section;
  });
}

/** The name of a declaration. */
function nameOf(node: ts.Node): string | undefined {
  const declared = ts.isVariableStatement(node) ? node.declarationList.declarations[0] : node;
  return (declared as ts.NamedDeclaration | undefined)?.name?.getText();
}

/** The name of the schema that `.describe(…)` describes with this string. */
function describedBy(node: ts.Node): string | undefined {
  let step = node.parent;
  while (step && (ts.isCallExpression(step) || ts.isPropertyAccessExpression(step)))
    step = step.parent;
  return step && nameOf(step);
}

/** Lines of `//` that follow each other are one comment. */
function joined(comments: readonly ts.CommentRange[], code: string): string[] {
  const texts: string[] = [];
  let previous: ts.CommentRange | undefined;
  for (const comment of comments) {
    const text = withoutMarks(code.slice(comment.pos, comment.end));
    const between = previous ? code.slice(previous.end, comment.pos) : '';
    const goesOn = previous && /^\n[ \t]*$/.test(between) && code.startsWith('//', comment.pos);
    if (goesOn) texts.push(`${texts.pop()}\n${text}`);
    else texts.push(text);
    previous = comment;
  }
  return texts.filter(
    (text) => !/^\s*(biome-ignore|@ts-|<reference|#region|#endregion)/.test(text),
  );
}

/** The text of a comment as Markdown. Tags such as `@default` begin a new paragraph. */
function withoutMarks(comment: string): string {
  return comment
    .replaceAll(/^\/\*\*?|\*\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(\/\/|\*) ?/, ''))
    .join('\n')
    .replaceAll(/^@/gm, '\n@')
    .trim();
}

/** The text of a string or template; placeholders become one word. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.templateSpans.reduce((text, span) => `${text}X${span.literal.text}`, node.head.text);
}

/** Whether a string is the first argument of `test`, `describe`, `it`, or of what `test.each(…)` returns. */
function isTitleOf(node: ts.Node): boolean {
  const call = node.parent;
  if (!call || !ts.isCallExpression(call) || call.arguments[0] !== node) return false;
  return /^(test|it|describe)\b/.test(call.expression.getText());
}

/** A string of at least four words that begins with a capital and has no sign of code: an error, a log line, a help text. */
function isSentence(text: string): boolean {
  return (
    /^[A-Z`'"]/.test(text) &&
    text.split(/\s+/).length > 3 &&
    !/[{}<>;=]|\n|--|\bselect\b/i.test(text)
  );
}
