// Fails when the documentation has a mistake: an unknown file, command, setting, error code, endpoint or link; code
// that no test runs; a broken diagram; or an unclear sentence.
import { brokenDiagrams, unknownInDiagrams } from './check/diagrams.ts';
import { brokenLinks } from './check/links.ts';
import { unknownNames } from './check/names.ts';
import { readPages } from './check/pages.ts';
import { unclearProse, unclearReference, unclearSources } from './check/prose.ts';
import { differingDefaults, undocumentedSettings } from './check/settings.ts';
import { staleSnippets } from './check/snippets.ts';

const fewestPages = 15;

const pages = readPages();
const problems = [
  ...undocumentedSettings(),
  ...differingDefaults(),
  ...unclearReference(),
  ...unclearSources(),
];
for (const page of pages) {
  const found = [
    ...brokenLinks(page),
    ...unknownNames(page),
    ...staleSnippets(page),
    ...(await brokenDiagrams(page)),
    ...unknownInDiagrams(page),
    ...unclearProse(page),
  ];
  problems.push(...found.map((problem) => `${page.path}: ${problem}`));
}
if (pages.length < fewestPages) problems.push(`only ${pages.length} pages were found`);
for (const problem of problems) console.error(problem);
console.log(`${pages.length} pages, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
