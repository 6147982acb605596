import { describe } from 'vitest';
import type { Targets } from '../target.ts';
import { testContents } from './contents.ts';
import { testDelivery } from './delivery.ts';
import { testMessageLists } from './lists.ts';
import { testScheduled } from './scheduled.ts';
import { testSending } from './sending.ts';
import { testStatuses } from './statuses.ts';
import { testWindows } from './windows.ts';

export function describeMessages({ running, paused, start }: Targets): void {
  describe('messages', () => {
    testSending(running, paused);
    testContents(running, paused);
    testDelivery(running, start);
    testScheduled(paused, start);
    testStatuses(running, paused);
    testWindows(paused);
    testMessageLists(running, paused);
  });
}
