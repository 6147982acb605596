import { expect, test } from 'vitest';
import { knowledgeFaqTransitions } from '../packages/domain/src/knowledge-faqs.ts';
import { messageTransitions } from '../packages/domain/src/message-steps.ts';
import { read } from './check/pages.ts';

test.each([
  ['docs/guides/messages.md', messageTransitions],
  ['docs/guides/knowledge.md', knowledgeFaqTransitions],
])('%s draws every transition of the status, and no other', (page, transitions) => {
  const drawn = [...read(page).matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(([line]) => line.trim());
  const allowed = Object.entries<readonly string[]>(transitions).flatMap(([from, targets]) =>
    targets.map((to) => `${from} --> ${to}`),
  );
  expect(drawn.sort()).toEqual(allowed.sort());
});
