import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { read, root } from '../check/pages.ts';

/** Pages of the repository that the site shows at other addresses than their paths. */
const moved = {
  'README.md': 'index.md',
  'CONTRIBUTING.md': 'contributing.md',
  'packages/sdk/api.md': 'reference/sdk.md',
  'docs/decisions/README.md': 'decisions.md',
} as const;

const own = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.md') && !path.startsWith('.'))
  .sort();

/** By the path of each page in the repository: its file on the site. */
export const addresses: ReadonlyMap<string, string> = new Map([
  ...Object.entries(moved),
  ...own
    .map((path): [string, string] => [`docs/${path}`, path])
    .filter(([path]) => !(path in moved)),
]);

/** Returns whether a page is a decision. Only their own page lists them: in each sidebar they would be half of the site. */
const isDecision = ([, address]: readonly [string, string]) => /^decisions\/\d/.test(address);

/** Groups of the sidebar, in order. A page belongs to the first group that it matches, so no page can be left out. */
const groups: readonly { text: string; matches: RegExp }[] = [
  { text: 'Start', matches: /^(index|getting-started)\.md$/ },
  { text: 'Guides', matches: /^guides\// },
  { text: 'Operations', matches: /^operations\/|^(performance|reliability)\.md$/ },
  { text: 'Reference', matches: /^reference\/|^glossary\.md$/ },
  { text: 'Contributing', matches: /^/ },
];

/** Returns the sidebar: every page under its first heading, without the decisions. */
export function sidebar() {
  const left = [...addresses].filter((page) => !isDecision(page));
  return groups.map(({ text, matches }) => {
    const items = left.filter(([, address]) => matches.test(address));
    for (const item of items) left.splice(left.indexOf(item), 1);
    return {
      text,
      items: items.map(([path, address]) => ({ text: titleOf(path), link: linkOf(address) })),
    };
  });
}

/** Returns the list of all decisions as Markdown. A Git host lists their files itself. */
export function listOfDecisions(): string {
  return [...addresses]
    .filter(isDecision)
    .map(([path, address]) => `- [${titleOf(path)}](/${address})`)
    .join('\n');
}

function linkOf(address: string): string {
  return address === 'index.md' ? '/' : `/${address}`;
}

function titleOf(path: string): string {
  return /^# (.+)$/m.exec(read(path))?.[1]?.replaceAll('`', '') ?? path;
}
