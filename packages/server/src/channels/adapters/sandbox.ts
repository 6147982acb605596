import { sandboxAnswer, sandboxReview } from '@parley/domain';
import { enqueue } from '../../jobs/queue.ts';
import type { ChannelAdapter } from './adapter.ts';

// A provider that sends nothing: it answers by the contract's table of magic recipients and reports the outcome later,
// as a real provider does. Its reports contain the message id and the attempt, so that they can be matched before its
// response.

export interface SandboxOptions {
  /** Time from the response to the first report, and between two reports. */
  receiptDelayMs: number;
}

export function createSandboxAdapter({ receiptDelayMs }: SandboxOptions): ChannelAdapter {
  return {
    async send(ctx, { message, attempt }) {
      const { outcome, receipts } = sandboxAnswer(message, attempt);
      // Together, so that they share a commit; in one turn, so that they keep their order.
      await Promise.all(
        receipts.map((status, index) =>
          enqueue(
            ctx,
            'sandbox-receipt',
            { messageId: message.id, attempt, status },
            { delayMs: (index + 1) * receiptDelayMs, orderKey: message.id },
          ),
        ),
      );
      return outcome;
    },
    verify: async () => ({ checks: [], expiresAt: null, refreshable: false }),
    templates: {
      // Its templates are the records themselves.
      async *list() {},
      create: async (_connection, draft) => sandboxReview(draft),
      update: async (_connection, _before, draft) => sandboxReview(draft),
      remove: async () => {},
    },
    close: async () => {},
  };
}
