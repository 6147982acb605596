// Writes into the pages the code that `<!-- from: … -->` names, the diagrams that `<!-- diagram: … -->` names, the
// functions of `mock.seed`, and the sizes of resources.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPages, root } from './check/pages.ts';
import { snippet } from './check/snippets.ts';
import { drawDiagrams } from './diagrams.ts';
import { withSizes } from './resource-sizes.ts';
import { withSeedNames } from './seed-names.ts';

const marked = /(<!-- from: (\S+) -->\n\n?```\w*\n)[\s\S]*?(^```$)/gm;

for (const { path, text } of readPages()) {
  const sized = path === 'docs/adding-an-endpoint.md' ? withSizes(text) : text;
  const filled = drawDiagrams(withSeedNames(sized)).replaceAll(
    marked,
    (_all, start: string, from: string, end: string) => {
      const code = snippet(from);
      if (code === undefined) throw new Error(`${path}: there is no ${from}`);
      return `${start}${code}${end}`;
    },
  );
  if (filled !== text) writeFileSync(join(root, path), filled);
}
