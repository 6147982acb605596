import type { MarkdownOptions } from 'vitepress';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** Puts each table into a box that scrolls. Otherwise a table wider than the window makes the whole page wider. */
export function scrollTables({ renderer: { rules } }: MarkdownIt): void {
  // The browser gives the focus to the box, so that the arrow keys scroll it.
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
  const code = rules['code_inline'];
  if (!code) throw new Error('markdown-it has no rule for inline code');
  // Long names and addresses can break after `_` and `://`. Otherwise they push the last column out of the box.
  rules['code_inline'] = (...args) => {
    const html = code(...args);
    return html.length > 36 ? html.replaceAll(/_|:\/\//g, '$&<wbr>') : html;
  };
}
