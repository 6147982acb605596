import { describe } from 'vitest';
import type { Targets } from '../target.ts';
import { testContents } from './contents.ts';
import { testDelivery } from './delivery.ts';
import { testFiles } from './files.ts';
import { testMessageLists } from './lists.ts';
import { testScheduled } from './scheduled.ts';
import { testSending } from './sending.ts';
import { testStatuses } from './statuses.ts';
import { testWindows } from './windows.ts';

export function describeMessages(targets: Targets): void {
  const { running, paused, start } = targets;
  describe('messages', () => {
    testSending(running, paused);
    testContents(running, paused);
    testFiles(targets);
    testDelivery(running, start);
    testScheduled(paused, start);
    testStatuses(running, paused);
    testWindows(paused);
    testMessageLists(running, paused);
  });
}
