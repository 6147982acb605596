import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { read, root } from '../check/pages.ts';

/** Pages of the repository that the site shows at other addresses than their paths. */
const moved = {
  'README.md': 'index.md',
  'CONTRIBUTING.md': 'contributing.md',
  'packages/sdk/api.md': 'reference/sdk.md',
} as const;

// The decisions are for contributors, who have the repository: they would be most of the site, and of its search.
const own = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.md') && !/^(\.|decisions\/)/.test(path))
  .sort((one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1));

/** By the path of each page in the repository: its file on the site. */
export const addresses: ReadonlyMap<string, string> = new Map([
  ...Object.entries(moved),
  ...own
    .map((path): [string, string] => [`docs/${path}`, path])
    .filter(([path]) => !(path in moved)),
]);

/** Groups of the sidebar, in order. A page belongs to the first group that it matches, so no page can be left out. */
const groups: readonly { text: string; matches: RegExp; isSearched?: false }[] = [
  { text: 'Start', matches: /^(index|getting-started)\.md$/ },
  { text: 'Guides', matches: /^guides\// },
  { text: 'Operations', matches: /^operations\// },
  { text: 'Reference', matches: /^reference\/|^glossary\.md$/ },
  {
    text: 'Measurements',
    matches: /^(performance|reliability|knowledge-ranking|sdk-comparison)\.md$/,
    isSearched: false,
  },
  { text: 'Contributing', matches: /^/, isSearched: false },
];

function groupOf(address: string) {
  return groups.find(({ matches }) => matches.test(address));
}

/** Returns whether the search of the site finds a page, given by its path in the repository. */
export function isSearched(path: string): boolean {
  return groupOf(addresses.get(path) ?? path)?.isSearched ?? true;
}

/** Returns the sidebar: every page under its first heading. */
export function sidebar() {
  return groups.map((group) => ({
    text: group.text,
    items: [...addresses]
      .filter(([, address]) => groupOf(address) === group)
      .map(([path, address]) => ({ text: titleOf(path), link: linkOf(address) })),
  }));
}

/** The place of a page in the table at the end of the README, which decides the order of the sidebar. */
function placeOf(path: string): number {
  return read('README.md').lastIndexOf(`(docs/${path})`);
}

function linkOf(address: string): string {
  return address === 'index.md' ? '/' : `/${address}`;
}

function titleOf(path: string): string {
  return /^# (.+)$/m.exec(read(path))?.[1]?.replaceAll('`', '') ?? path;
}
