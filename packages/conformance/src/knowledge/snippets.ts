import type { KnowledgeSnippet } from '@parley/contract';
import { expect, test } from 'vitest';
import { createScene } from '../scene.ts';
import type { Target } from '../target.ts';
import { aFaq, aSource, findFaqs, findSources } from './records.ts';

const filler = 'The shop opens at nine and has bread of many kinds. ';

export function testSnippets(target: () => Target): void {
  test('a snippet shows the matching passage and highlights the query words', async () => {
    const scene = await createScene(target());
    const content = `# Delivery\n\n${filler}\n\n# Returns\n\n${filler.repeat(9)}Returned lanterns are refunded. ${filler.repeat(9)}`;
    const { id } = await aSource(scene, { content });
    const chunks = await scene.api.knowledgeSources.listChunks({ params: { id } });
    const [found] = await findSources(scene, 'lantern refund');
    const [snippet] = found?.snippets ?? [];
    expect(found?.snippets).toHaveLength(1);
    expect(snippet?.headings).toEqual(['Returns']);
    const chunk = chunks.data.find((one) => one.id === snippet?.chunkId);
    expect(chunk?.position).toBe(snippet?.position);
    expect(chunk?.text).toContain(snippet?.text.replaceAll('…', ''));
    expect(snippet?.text.length).toBeLessThan(500);
    expect(highlightsOf(snippet)).toEqual(['lanterns', 'refunded']);
  });

  test('returns the requested number of snippets from different passages', async () => {
    const scene = await createScene(target());
    const parts = [1, 2, 3, 4, 5, 6, 7].map((n) => `# Part ${n}\n\nAbout lanterns, ${n} times.`);
    await aSource(scene, { content: parts.join('\n\n') });
    for (const snippets of [0, 1, 3, 5]) {
      const [found] = await findSources(scene, 'lanterns', { snippets });
      expect(found?.snippets).toHaveLength(snippets);
      expect(new Set(found?.snippets.map(({ chunkId }) => chunkId)).size).toBe(snippets);
    }
  });

  test('highlights are correct positions in any text', async () => {
    const scene = await createScene(target());
    const faq = '👩‍👩‍👧‍👦 Für die LIEFERUNG: e\u0301clair, „Lieferungen“ — 😀lieferung';
    await aFaq(scene, { question: 'Wie?', answer: faq, language: 'de' });
    const [found] = await findFaqs(scene, 'lieferung éclair');
    const [snippet] = found?.snippets ?? [];
    expect(snippet?.text).toBe(faq);
    expect(highlightsOf(snippet)).toEqual([
      'LIEFERUNG',
      'e\u0301clair',
      'Lieferungen',
      'lieferung',
    ]);
    expect(snippet?.chunkId).toBeNull();
  });

  test('adjacent characters of a script without spaces are one highlight', async () => {
    const scene = await createScene(target());
    await aSource(scene, { content: '我们提供免费退货服务。', language: 'zh' });
    const [found] = await findSources(scene, '免费退货');
    expect(highlightsOf(found?.snippets[0])).toEqual(['免费退货']);
  });

  test('highlights the corrected spelling of a query word', async () => {
    const scene = await createScene(target());
    await aSource(scene, { content: 'The warranty covers water.' });
    const [found] = await findSources(scene, 'waranty');
    expect(highlightsOf(found?.snippets[0])).toEqual(['warranty']);
  });

  test('a snippet of Markdown or HTML is plain text', async () => {
    const scene = await createScene(target());
    await aSource(scene, {
      content: 'See our **lantern** [page](https://example.com) &amp; more.',
    });
    await aSource(scene, {
      type: 'html',
      content: '<p>See our <b>lantern</b> <a href="/x">page</a> &amp; more.</p>',
    });
    const found = await findSources(scene, 'lantern');
    expect(found.map(({ snippets }) => snippets[0]?.text)).toEqual([
      'See our lantern page & more.',
      'See our lantern page & more.',
    ]);
  });
}

function highlightsOf(snippet: KnowledgeSnippet | undefined): string[] {
  const { text = '', highlights = [] } = snippet ?? {};
  let last = 0;
  return highlights.map(([start = 0, end = 0]) => {
    expect(start).toBeGreaterThanOrEqual(last);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(text.length);
    last = end;
    return text.slice(start, end);
  });
}
