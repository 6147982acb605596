// Fails when the documentation has a mistake: an unknown file, command, setting, error code, endpoint or link; code
// that no test runs; a broken diagram; or an unclear sentence. Arguments are the only files to check.
import { brokenDiagrams, unknownInDiagrams } from './check/diagrams.ts';
import { brokenLinks } from './check/links.ts';
import { unknownNames } from './check/names.ts';
import { readPages } from './check/pages.ts';
import { unclearProse, unclearReference, unclearSources } from './check/prose.ts';
import { differingDefaults, undocumentedSettings } from './check/settings.ts';
import { staleSnippets } from './check/snippets.ts';

const fewestPages = 15;
const mostReadmeLines = 199;

const only = process.argv.slice(2);
const isWhole = only.length === 0;
const isChecked = (path: string) => isWhole || only.includes(path);

const pages = readPages().filter(({ path }) => isChecked(path));
const problems = [
  ...(isWhole ? [...undocumentedSettings(), ...differingDefaults(), ...unclearReference()] : []),
  ...unclearSources(isChecked),
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
const readmeLines = pages
  .find(({ path }) => path === 'README.md')
  ?.text.trimEnd()
  .split('\n').length;
if (readmeLines !== undefined && readmeLines > mostReadmeLines) {
  problems.push(`README.md: ${readmeLines} lines, at most ${mostReadmeLines}`);
}
if (isWhole && pages.length < fewestPages) problems.push(`only ${pages.length} pages were found`);
for (const problem of problems) console.error(problem);
console.log(`${pages.length} pages, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
