import { expect, test } from 'vitest';
import { brokenDiagrams } from './check/diagrams.ts';
import { readPages } from './check/pages.ts';
import { diagrams, drawDiagrams } from './diagrams.ts';

const text = readPages()
  .map((page) => page.text)
  .join('\n');

test.each(Object.keys(diagrams))(
  'the pages show the diagram %s as generated from the code',
  (name) => {
    const marker = `<!-- diagram: ${name} -->`;
    const [, after = ''] = text.split(`${marker}\n`);
    expect(after).toMatch(/^\n```mermaid\n/);
    const shown = `${marker}\n${after.slice(0, after.indexOf('\n```\n') + 5)}`;
    expect(drawDiagrams(shown)).toBe(shown);
  },
);

test.each(Object.entries(diagrams))('Mermaid can draw the diagram %s', async (_name, code) => {
  expect(await brokenDiagrams({ path: 'page.md', text: `\`\`\`mermaid\n${code}\`\`\`\n` })).toEqual(
    [],
  );
});

test('replaces an outdated diagram, and refuses one that does not exist', () => {
  const page = (name: string) => `<!-- diagram: ${name} -->\n\n\`\`\`mermaid\nold\n\`\`\`\n`;
  expect(drawDiagrams(page('message-status'))).toContain('  sending --> sent\n');
  expect(drawDiagrams(page('message-status'))).not.toContain('old');
  expect(() => drawDiagrams(page('gone'))).toThrow('there is no diagram gone');
});
