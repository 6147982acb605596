import { expect, test } from 'vitest';
import { messageTransitions } from '../packages/domain/src/message-steps.ts';
import { read } from './check/pages.ts';

test('the guide on messages draws every transition of the status, and no other', () => {
  const drawn = [...read('docs/guides/messages.md').matchAll(/^ {2}(\w+) --> (\w+)$/gm)];
  const allowed = Object.entries(messageTransitions).flatMap(([from, targets]) =>
    targets.map((to) => `${from} --> ${to}`),
  );
  expect(drawn.map(([line]) => line.trim()).sort()).toEqual(allowed.sort());
});
