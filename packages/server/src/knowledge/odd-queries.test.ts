import {
  knowledgeFaqPage,
  knowledgeLimits,
  knowledgeSourcePage,
  listKnowledgeFaqsQuery,
  listKnowledgeSourcesQuery,
} from '@parley/contract/schemas';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { characterAt, lastCharacter, placeOf } from '../../../../scripts/test/characters.ts';
import { seed } from '../../../../scripts/test/seed.ts';
import { targets } from '../../test/databases.ts';
import { createKnowledgeScene } from '../../test/knowledge-scene.ts';
import { startQuiet } from '../../test/scene.ts';
import { listKnowledgeFaqs } from '../knowledge-faqs/list.ts';
import { listKnowledgeSources } from '../knowledge-sources/list.ts';
import { searchFaqs, searchSources } from './search.ts';

/**
 * The number of random queries, the same in each run. Half of them search sources, the other half FAQs. The conformance
 * suite asks SQLite and the mocks 100 more over HTTP, and Postgres 20. Both databases get words from the same code.
 */
const queriesOn = { SQLite: 4_800, Postgres: 2_400 };
/** Queries asked at the same moment, as many clients do: the database answers them in common batches. */
const atOnce = 20;

const parts = [
  ...['lantern', 'lanterns', 'deliver', 'lantrn', 'OR', 'AND', 'NOT', 'NEAR', 'the', 'a', 'x1'],
  ...['送货', 'カナ', '배송', 'ภาษา', 'مرحبا', 'שלום', 'ﷺ', 'é', 'e\u0301', 'ß', 'İ', '🦊', '👩‍👧'],
  ...['\u202e', '\u200b', '\u00ad', '\u{10ffff}', '\ufffd', '\0', '\u0001', '٣', '½', '\ud83d'],
  ...['\udc00'],
  ...['"', '""', '“', '”', '„', '«', '»', "'", '-', '-"', '--', '*', ':', '(', ')', '{', '}', '^'],
  ...['~', '<->', '&', '|', '!', '%', '_', '\\', '$1', '?', ' ', '  ', '\n', '\t', '\u200d', ';'],
];

const character = fc.nat(lastCharacter).map(characterAt, placeOf);
const text = fc
  .oneof(
    { weight: 6, arbitrary: fc.array(fc.constantFrom(...parts), { maxLength: 40 }) },
    { weight: 2, arbitrary: fc.array(fc.string({ unit: character }), { maxLength: 9 }) },
    { weight: 1, arbitrary: fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constantFrom(...parts).map((part) => [part.repeat(250)]) },
  )
  .map((all) => [...all.join('')].slice(0, knowledgeLimits.query).join(''));

const parameters = fc.record(
  {
    match: fc.constantFrom('any', 'all', 'phrase'),
    fuzzy: fc.constantFrom('true', 'false'),
    snippets: fc.constantFrom('0', '1', '5'),
    minScore: fc.constantFrom('0', '0.5', '1'),
    limit: fc.constantFrom('1', '50'),
    language: fc.constantFrom('en', 'pt', 'zh'),
    tag: fc.constantFrom('a', '%'),
    status: fc.constantFrom('archived', ''),
  },
  { requiredKeys: [] },
);

type Query = [q: string, parameters: Partial<Record<string, string>>, records: 'sources' | 'faqs'];
const records = fc.constantFrom('sources', 'faqs');

describe.each(targets)('on %s', (target) => {
  const queries = queriesOn[target];
  test(`answers ${queries} random queries`, { timeout: 300_000 }, async () => {
    const server = await startQuiet(target);
    onTestFinished(() => server.close());
    const scene = await createKnowledgeScene(server);
    const content =
      'Lantern delivery, a lantern. 送货需要两天。 OR, AND and NOT. مرحبا שלום カタカナ é ﷺ ß';
    await scene.source({ type: 'text', title: 'Lantern "x1"', content, tags: ['a'] });
    await scene.source({ type: 'text', title: '送货', content, language: 'zh' });
    const faq = { question: 'Is lantern delivery free? 🦊', answer: content };
    await scene.call('POST /knowledge/faqs', faq);
    const ask = async ([q, { status, ...others }, records]: Query) => {
      const query = { q, ...others };
      // Callers refuse such a query earlier, but the code below must accept it, too.
      if (q.includes('\0')) {
        const search = records === 'sources' ? searchSources : searchFaqs;
        await search(scene.ctx.db, { q, limit: 5 }, server.deps);
        return;
      }
      const asked = { ...query, ...(status && { status }) };
      if (records === 'sources') {
        const parsed = listKnowledgeSourcesQuery.parse(asked);
        knowledgeSourcePage.parse(await listKnowledgeSources(scene.ctx, parsed, server.deps));
      } else {
        const parsed = listKnowledgeFaqsQuery.parse(asked);
        knowledgeFaqPage.parse(await listKnowledgeFaqs(scene.ctx, parsed, server.deps));
      }
    };
    const together = fc.array(fc.tuple(text, parameters, records), {
      minLength: atOnce,
      maxLength: atOnce,
    });
    const property = fc.asyncProperty(together, async (all) => {
      await Promise.all(all.map(ask));
    });
    await fc.assert(property, { numRuns: queries / atOnce, seed });
    expect(await scene.findSources('lantern')).toHaveLength(2);
  });
});
