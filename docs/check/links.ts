import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { type Page, proseOf, read, root } from './pages.ts';

/** Links within the repository that lead nowhere, or to a heading that is not there. */
export function brokenLinks({ path, text }: Page): string[] {
  const links = [...proseOf(text).matchAll(/\]\(([^)\s]+)\)/g)].map(({ 1: target = '' }) => target);
  return links.flatMap((target) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    const found = file === '' ? path : normalize(join(dirname(path), file));
    if (!existsSync(join(root, found))) return [`the link ${target} leads nowhere`];
    if (anchor === undefined || !found.endsWith('.md')) return [];
    const there = file === '' ? text : read(found);
    return headings(there).includes(anchor) ? [] : [`${found} has no heading #${anchor}`];
  });
}

function headings(text: string): string[] {
  return [...proseOf(text).matchAll(/^#+ (.+)$/gm)].map(({ 1: title = '' }) => slugOf(title));
}

/** Returns the anchor of a heading, as Git hosts make it. The site makes the same. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
