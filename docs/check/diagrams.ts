import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import { fencesOf, type Page, read } from './pages.ts';
import { sourceFiles } from './texts.ts';

interface Mermaid {
  parse(diagram: string): Promise<unknown>;
}

let loaded: Mermaid | undefined;
let source: Source | undefined;

interface Source {
  paths: readonly string[];
  words: ReadonlySet<string>;
}

/** Returns what Mermaid's own parser refuses in the diagrams of a page. */
export async function brokenDiagrams({ text }: Page): Promise<string[]> {
  const diagrams = fencesOf(text).filter(({ language }) => language === 'mermaid');
  const problems = diagrams.map(async ({ code, line }) => {
    loaded ??= loadMermaid();
    const parsed = loaded.parse(code);
    return parsed.then(
      () => [],
      (error: Error) => [`line ${line}: Mermaid refuses the diagram: ${error.message}`],
    );
  });
  return (await Promise.all(problems)).flat();
}

/** Returns the files, folders, functions and types of events that a diagram names and the code does not have. */
export function unknownInDiagrams({ text }: Page): string[] {
  const diagrams = fencesOf(text).filter(({ language }) => language === 'mermaid');
  return diagrams.flatMap(({ code, line }) => {
    const [, ...lines] = code.replaceAll('<br/>', ' ').split('\n');
    return (lines.join('\n').match(name) ?? [])
      .filter((found) => !isKnown(found))
      .map((found) => `line ${line}: the code has no ${found}, which the diagram names`);
  });
}

const name =
  /[\w/-]+\.ts\b|\b[\w-]+\/(?:[\w-]+\/)*(?!\w)|\b[a-z]+(?:_[a-z]+)*\.[a-z_]+\b|\b[a-z]+(?:[A-Z][a-z]+)+\b/g;

function isKnown(found: string): boolean {
  source ??= readSource();
  if (/\.ts$|\/$/.test(found)) return source.paths.some((path) => path.includes(`/${found}`));
  return source.words.has(found);
}

function readSource(): Source {
  const paths = sourceFiles().filter((path) => /^packages\/[\w-]+\/src\//.test(path));
  const words = paths.flatMap((path) => read(path).match(/[\w.]+/g) ?? []);
  return { paths, words: new Set(words) };
}

/** Parsing needs no browser, but the sanitizer that Mermaid contains looks for a document when it is loaded. */
function loadMermaid(): Mermaid {
  const page = { nodeType: 9, implementation: {}, createElement: () => ({}), documentElement: {} };
  Object.assign(globalThis, { window: { document: page, Element: class {} } });
  const require = createRequire(import.meta.url);
  runInThisContext(readFileSync(require.resolve('@mermaid-js/tiny'), 'utf8'));
  Reflect.deleteProperty(globalThis, 'window');
  return (globalThis as unknown as { mermaid: Mermaid }).mermaid;
}
