import type { KnowledgeChunk } from '@parley/contract';
import { expect, test } from 'vitest';
import { allOf, createScene, type Scene } from '../scene.ts';
import type { Target } from '../target.ts';
import { aSource } from './records.ts';

const guide = `Welcome to the shop.

# Delivery

Parcels leave every day.

## Abroad

| Country | Days |
| ------- | ---- |
| Brazil  | 9    |

# Returns

Within thirty days.

\`\`\`
return --order 1042

  --reason "too small"
\`\`\`
`;

export function testChunks(target: () => Target): void {
  test('the chunks of a source have its text in order, with their headings', async () => {
    const scene = await createScene(target());
    const source = await aSource(scene, { content: guide });
    const chunks = await chunksOf(scene, source.id);
    expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, index) => index));
    expect(source.chunkCount).toBe(chunks.length);
    expect(chunks.map(({ headings }) => headings)).toEqual([
      [],
      ['Delivery'],
      ['Delivery', 'Abroad'],
      ['Returns'],
    ]);
    expect(chunks[0]?.text).toBe('Welcome to the shop.');
    expect(chunks[1]?.text).toBe('Parcels leave every day.');
    expect(chunks[2]?.text).toContain('Brazil');
    expect(chunks[3]?.text).toContain('return --order 1042\n\n  --reason "too small"');
    for (const { sourceId, id } of chunks) {
      expect(sourceId).toBe(source.id);
      expect(id).toMatch(/^chk_/);
    }
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(chunks.length);
    const backwards = await scene.api.knowledgeSources.listChunks({
      params: { id: source.id },
      query: { sort: '-position' },
    });
    expect(backwards.data).toEqual([...chunks].reverse());
  });

  test('counts an emoji in a source as one character', async () => {
    const scene = await createScene(target());
    const counts = await Promise.all(
      (['text', 'markdown', 'html'] as const).map(
        async (type) =>
          (await aSource(scene, { type, content: 'Wir liefern 🚚📦 nach 𠮷野家' })).charCount,
      ),
    );
    expect(counts).toEqual([23, 23, 23]);
  });

  test('splits a long text into chunks of one or two paragraphs without losing text', async () => {
    const scene = await createScene(target());
    const sentences = Array.from({ length: 400 }, (_, n) => `Sentence number n${n} tells of it.`);
    const content = sentences.join(' ');
    const { id, charCount } = await aSource(scene, { type: 'text', content });
    const chunks = await chunksOf(scene, id);
    expect(charCount).toBe(content.length);
    expect(chunks.length).toBeGreaterThan(5);
    for (const { text } of chunks) expect(text.length).toBeLessThanOrEqual(2_000);
    const whole = chunks.map(({ text }) => text).join('\n');
    for (const sentence of sentences) expect(whole).toContain(sentence);
  });

  test('does not split code and tables', async () => {
    const scene = await createScene(target());
    const code = Array.from({ length: 60 }, (_, n) => `  step ${n} of the recipe in its own line`);
    const content = `${'A paragraph before it. '.repeat(60)}\n\n\`\`\`\n${code.join('\n')}\n\`\`\`\n\nAnd after.`;
    const { id } = await aSource(scene, { content });
    const chunks = await chunksOf(scene, id);
    expect(chunks.filter(({ text }) => text.includes(code.join('\n')))).toHaveLength(1);
  });

  test('finds the row of a long table before texts that share only a part of its code', async () => {
    const scene = await createScene(target());
    const rows = Array.from(
      { length: 400 },
      (_, n) => `| PX-${1000 + n}/b | Pump ${n} | ${n} EUR |`,
    );
    const table = `| Code | Name | Price |\n|---|---|---|\n${rows.join('\n')}`;
    const prices = await aSource(scene, { title: 'List', content: table });
    const manual = { title: 'Manual of PX-3000/b', content: 'The PX-3000/b needs 220 V.' };
    await aSource(scene, manual);
    const { data } = await scene.api.knowledgeSources.list({ query: { q: 'PX-1017/b' } });
    expect(data[0]?.id).toBe(prices.id);
    expect(data[0]?.snippets[0]?.text).toContain('PX-1017/b | Pump 17 | 17 EUR');
    for (const { text } of await chunksOf(scene, prices.id)) {
      expect(text).toMatch(/^Code \| Name \| Price\n/);
    }
  });

  test('indexes the visible text of HTML', async () => {
    const scene = await createScene(target());
    const content = `<html><head><title>Ignored</title><style>p { color: red }</style></head><body>
      <h2>Opening&nbsp;hours</h2><p>Monday to <em>Fri</em>day,<br>9 to 18 h &amp; later.</p>
      <script>alert('never')</script><p hidden>secret</p></body></html>`;
    const { id } = await aSource(scene, { type: 'html', content });
    const [chunk, ...others] = await chunksOf(scene, id);
    expect(others).toEqual([]);
    expect(chunk?.headings).toEqual(['Opening hours']);
    expect(chunk?.text.replaceAll(/\s+/g, ' ')).toBe('Monday to Friday, 9 to 18 h & later.');
  });

  test('finds a source without text by its title', async () => {
    const scene = await createScene(target());
    const { id } = await aSource(scene, {
      type: 'html',
      title: 'Warranty card',
      content: '<img src="card.png">',
    });
    const { data } = await scene.api.knowledgeSources.list({ query: { q: 'warranty' } });
    expect(data.map((source) => source.id)).toEqual([id]);
  });
}

function chunksOf(scene: Scene, id: string): Promise<KnowledgeChunk[]> {
  return allOf((request) => scene.api.knowledgeSources.listChunks({ params: { id }, ...request }));
}
