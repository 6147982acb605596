import { expect, test } from 'vitest';
import {
  applyStatus,
  type MessageStatus,
  messageStatus,
  type ReportedStatus,
} from '../src/message-status.ts';

// Every current status × every report: what it becomes. A dash = the report changes only the timeline.
const lattice: Record<MessageStatus, Record<ReportedStatus, MessageStatus | '-'>> = {
  queued: { sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' },
  sending: { sent: 'sent', delivered: 'delivered', read: 'read', failed: 'failed' },
  sent: { sent: '-', delivered: 'delivered', read: 'read', failed: 'failed' },
  delivered: { sent: '-', delivered: '-', read: 'read', failed: '-' },
  read: { sent: '-', delivered: '-', read: '-', failed: '-' },
  failed: { sent: '-', delivered: 'delivered', read: 'read', failed: '-' },
  canceled: { sent: '-', delivered: '-', read: '-', failed: '-' },
  received: { sent: '-', delivered: '-', read: '-', failed: '-' },
};
const reports = ['sent', 'delivered', 'read', 'failed'] as const;
const cells = messageStatus.options.flatMap((current) =>
  reports.map((reported) => [current, reported, lattice[current][reported]] as const),
);

test.each(cells)('%s with a report of %s becomes %s', (current, reported, expected) => {
  expect(applyStatus(current, reported)).toEqual(
    expected === '-' ? { status: current, ignored: true } : { status: expected, ignored: false },
  );
});

test('every order of the same reports ends in the same status', () => {
  const orders = permutations(['sent', 'delivered', 'read'] as const);
  const ends = orders.map((order) => order.reduce(apply, 'sending'));
  expect(new Set(ends)).toEqual(new Set(['read']));
  const withFailure = permutations(['sent', 'delivered', 'failed'] as const);
  expect(new Set(withFailure.map((order) => order.reduce(apply, 'sending')))).toEqual(
    new Set(['delivered']),
  );
});

test('a report that came twice changes nothing the second time', () => {
  for (const [current, reported] of cells) {
    const once = applyStatus(current, reported).status;
    expect(applyStatus(once, reported)).toEqual({ status: once, ignored: true });
  }
});

function apply(status: MessageStatus, reported: ReportedStatus): MessageStatus {
  return applyStatus(status, reported).status;
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
