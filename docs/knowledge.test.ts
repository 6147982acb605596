import { expect, test } from 'vitest';
import { eventTypes } from '../packages/contract/src/event-names.ts';
import { knowledgeLimits } from '../packages/contract/src/knowledge-search.ts';
import { read } from './check/pages.ts';

const guide = read('docs/guides/knowledge.md').replaceAll(/\s+/g, ' ');
const { perPage } = knowledgeLimits;

test.each([
  `A text of up to ${count(knowledgeLimits.indexedAtOnce)} characters is searchable when the call returns`,
  `A longer text, up to ${count(knowledgeLimits.content)} characters, and every web page is \`processing\` first`,
  `can be read, up to ${count(knowledgeLimits.content)} characters`,
  `A batch has up to ${knowledgeLimits.batch} FAQs`,
  `up to ${knowledgeLimits.alternateQuestions} versions of the question in other words`,
  `\`q\` has at most ${knowledgeLimits.query} characters`,
  `\`limit\` is ${perPage.sources} by default (${perPage.faqs} for FAQs) and ${perPage.max} at most`,
  `| characters of a source | ${count(knowledgeLimits.content)} |`,
  `| characters of \`q\` | ${knowledgeLimits.query} |`,
  `| characters of a question | ${knowledgeLimits.question} |`,
  `| alternate questions of an FAQ | ${knowledgeLimits.alternateQuestions} |`,
  `| characters of an answer | ${count(knowledgeLimits.answer)} |`,
  `| FAQs in a batch | ${knowledgeLimits.batch} |`,
  `| results of one page of a search | ${perPage.max} |`,
  `| passages of each result | ${knowledgeLimits.snippets} |`,
])('the knowledge guide agrees with the contract: %s', (text) => {
  expect(guide).toContain(text);
});

test('the knowledge guide names the cause of each event', () => {
  const own = eventTypes.filter((type) => type.startsWith('knowledge_'));
  const [sources, faqs] = ['knowledge_source.', 'knowledge_faq.'].map((group) =>
    own.filter((type) => type.startsWith(group)),
  );
  for (const type of sources ?? []) expect(guide).toContain(`| \`${type}\` |`);
  const listed = faqs?.map((type) => `\`${type.slice('knowledge_faq.'.length)}\``).join(', ');
  expect(guide).toContain(`| \`knowledge_faq.…\` | ${listed};`);
});

function count(number: number): string {
  return number.toLocaleString('en');
}
