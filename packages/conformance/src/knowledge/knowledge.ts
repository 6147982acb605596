import { describe } from 'vitest';
import type { Targets } from '../target.ts';
import { testBatches } from './batches.ts';
import { testChunks } from './chunks.ts';
import { testConfidence } from './confidence.ts';
import { testKnowledgeEvents } from './events.ts';
import { testFaqs } from './faqs.ts';
import { testFeedback } from './feedback.ts';
import { testIndexing } from './indexing.ts';
import { testIsolation } from './isolation.ts';
import { testOddQueries } from './odd-queries.ts';
import { testPages } from './pages.ts';
import { testQueries } from './queries.ts';
import { testFrozenRanking } from './ranking/frozen.ts';
import { testScores } from './scores.ts';
import { testSnippets } from './snippets.ts';
import { testSources } from './sources.ts';
import { testWords } from './words.ts';

export function describeKnowledge({ running, paused, start, extent }: Targets): void {
  describe('knowledge', () => {
    describe('sources', () => testSources(paused));
    describe('indexing', () => testIndexing(running, paused, start));
    describe('chunks', () => testChunks(paused));
    describe('FAQs', () => testFaqs(paused));
    describe('batches of FAQs', () => testBatches(paused));
    describe('feedback', () => testFeedback(paused));
    describe('words', () => testWords(paused));
    describe('queries', () => testQueries(paused));
    describe('scores', () => testScores(paused));
    describe('ranking', () => testFrozenRanking(paused));
    describe('snippets', () => testSnippets(paused));
    describe('confidence', () => testConfidence(paused));
    describe('pages of a search', () => testPages(paused));
    describe('tenants', () => testIsolation(paused));
    describe('odd queries', () => testOddQueries(paused, extent));
    describe('events', () => testKnowledgeEvents(running, paused));
  });
}
