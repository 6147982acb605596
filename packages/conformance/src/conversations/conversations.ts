import { describe } from 'vitest';
import type { Targets } from '../target.ts';
import { testLifecycle } from './lifecycle.ts';
import { testConversationLists } from './lists.ts';

export function describeConversations(targets: Targets): void {
  describe('conversations', () => {
    testLifecycle(targets);
    testConversationLists(targets);
  });
}
