import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInThisContext } from 'node:vm';
import { fencesOf, type Page } from './pages.ts';

interface Mermaid {
  parse(diagram: string): Promise<unknown>;
}

let loaded: Mermaid | undefined;

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

/** Parsing needs no browser, but the sanitizer that Mermaid contains looks for a document when it is loaded. */
function loadMermaid(): Mermaid {
  const page = { nodeType: 9, implementation: {}, createElement: () => ({}), documentElement: {} };
  Object.assign(globalThis, { window: { document: page, Element: class {} } });
  const require = createRequire(import.meta.url);
  runInThisContext(readFileSync(require.resolve('@mermaid-js/tiny'), 'utf8'));
  Reflect.deleteProperty(globalThis, 'window');
  return (globalThis as unknown as { mermaid: Mermaid }).mermaid;
}
