import { expect, test } from 'vitest';
import { eventTypes } from '../packages/contract/src/event-names.ts';
import { knowledgeLimits } from '../packages/contract/src/knowledge-search.ts';
import { read } from './check/pages.ts';

const guide = read('docs/guides/knowledge.md').replaceAll(/\s+/g, ' ');
const { perPage } = knowledgeLimits;

test.each([
  `Up to ${count(knowledgeLimits.indexedAtOnce)} characters are searchable when the call returns`,
  `Longer ones, up to ${count(knowledgeLimits.content)}, are \`processing\` first`,
  `can be read, up to ${count(knowledgeLimits.content)} characters`,
  `Up to ${knowledgeLimits.batch} at a time`,
  `other words for the same, up to ${knowledgeLimits.alternateQuestions}`,
  `\`q\` has ${knowledgeLimits.query} characters at most`,
  `\`limit\` is ${perPage.sources} (${perPage.faqs} for FAQs) unless you say otherwise, ${perPage.max} at most`,
  `| characters of a source | ${count(knowledgeLimits.content)} |`,
  `| characters of \`q\` | ${knowledgeLimits.query} |`,
  `| characters of a question, alternates | ${knowledgeLimits.question}, ${knowledgeLimits.alternateQuestions} |`,
  `| characters of an answer | ${count(knowledgeLimits.answer)} |`,
  `| FAQs in a batch | ${knowledgeLimits.batch} |`,
  `| results of a search, passages of each | ${perPage.max}, ${knowledgeLimits.snippets} |`,
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
