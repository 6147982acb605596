import type { MarkdownOptions } from 'vitepress';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** Puts each table into a box that scrolls. Otherwise a table wider than the window makes the whole page wider. */
export function scrollTables({ renderer: { rules } }: MarkdownIt): void {
  // The browser gives the focus to the box, so that the arrow keys scroll it.
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
}
