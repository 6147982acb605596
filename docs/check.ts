// Fails when the documentation names something that is not there: a file, a command, a setting, an
// error code, an endpoint, a link; or shows code that no test runs.
import { brokenLinks } from './check/links.ts';
import { unknownNames } from './check/names.ts';
import { readPages } from './check/pages.ts';
import { differingDefaults, undocumentedSettings } from './check/settings.ts';
import { staleSnippets } from './check/snippets.ts';

const fewestPages = 15;

const pages = readPages();
const problems = pages.flatMap((page) =>
  [...brokenLinks(page), ...unknownNames(page), ...staleSnippets(page)].map(
    (problem) => `${page.path}: ${problem}`,
  ),
);
problems.push(...undocumentedSettings(), ...differingDefaults());
if (pages.length < fewestPages) problems.push(`only ${pages.length} pages were found`);
for (const problem of problems) console.error(problem);
console.log(`${pages.length} pages, ${problems.length} problems`);
if (problems.length > 0) process.exitCode = 1;
