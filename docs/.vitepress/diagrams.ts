import type { MarkdownOptions } from 'vitepress';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/** Leaves Mermaid diagrams as text, for the theme to draw in the browser. */
export function keepDiagrams(md: MarkdownIt): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const token = tokens[index];
    if (token?.info.trim() !== 'mermaid') return fence?.(tokens, index, ...rest) ?? '';
    return `<pre class="mermaid" v-pre>${md.utils.escapeHtml(token.content)}</pre>\n`;
  };
}
