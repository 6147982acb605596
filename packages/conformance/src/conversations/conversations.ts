import { describe } from 'vitest';
import type { Targets } from '../target.ts';
import { testAssignments } from './assignments.ts';
import { testClosing } from './closing.ts';
import { testLifecycle } from './lifecycle.ts';
import { testConversationLists } from './lists.ts';
import { testStarts } from './starts.ts';

export function describeConversations(targets: Targets): void {
  describe('conversations', () => {
    testStarts(targets);
    testLifecycle(targets);
    testAssignments(targets);
    testClosing(targets);
    testConversationLists(targets);
  });
}
