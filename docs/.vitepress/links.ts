import { existsSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import type { MarkdownOptions } from 'vitepress';
import { root } from '../check/pages.ts';
import { addresses } from './pages.ts';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** Makes links of the repository lead to pages of the site. */
export function linkPages(md: MarkdownIt): void {
  md.core.ruler.push('link-pages', ({ tokens, env }) => {
    const page = relative(root, String(env.realPath ?? env.path));
    for (const { children } of tokens) {
      let isLink = true;
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = siteLink(page, String(token.attrGet('href')));
          isLink = href !== undefined;
          if (href !== undefined) token.attrSet('href', href);
          if (href === '/api') token.attrSet('target', '_self');
        }
        // A token of text without content shows nothing; the name of the file between the two stays.
        if (!isLink && /^link_(open|close)$/.test(token.type)) token.type = 'text';
      }
    }
  });
}

/** Returns where a link of a page leads on the site; undefined for a file that only the repository has. */
export function siteLink(page: string, href: string): string | undefined {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [file = '', anchor] = href.split('#');
  const found = normalize(join(dirname(page), file));
  // Not a page: the server answers it.
  if (found === 'docs/reference/openapi.json') return '/api';
  const address = addresses.get(found);
  if (address) return `/${address}${anchor ? `#${anchor}` : ''}`;
  // VitePress refuses a link that leads nowhere.
  return existsSync(join(root, found)) ? undefined : href;
}
