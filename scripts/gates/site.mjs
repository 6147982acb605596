import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { binOf, root, tryRun } from '../workspace.mjs';

/** Whether the built documentation site can be served under the server's Content-Security-Policy, without internet. */
export function isSelfContained(folder) {
  const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html'));
  const problems = pages.flatMap((name) =>
    refusedIn(readFileSync(join(folder, name), 'utf8')).map((tag) => `${name}: ${tag}`),
  );
  if (pages.length < fewestPages) problems.push(`${folder}: only ${pages.length} pages`);
  for (const problem of problems) console.error(`the documentation site: ${problem}`);
  return problems.length === 0;
}

/** Whether a browser without internet opens the built site, draws its diagrams and searches it. True without a browser. */
export function opensInBrowser() {
  const program = join(root, 'packages/server/test/site-in-browser.ts');
  return tryRun(process.execPath, [binOf('tsx'), '--conditions=parley:source', program]) === 0;
}

const fewestPages = 30;

/** Returns the tags that run inline code or load something from another server. */
export function refusedIn(html) {
  const tags = html.match(/<(script|link|img|iframe)\b[^>]*>/g) ?? [];
  return tags.filter((tag) => {
    const address = /(?:src|href)="([^"]*)"/.exec(tag)?.[1];
    if (tag.startsWith('<script') && address === undefined) return true;
    return address !== undefined && !/^(\/docs\/|data:)/.test(address);
  });
}
