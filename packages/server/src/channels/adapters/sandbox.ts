import { fileDeleted, fileIdOf, sandboxAnswer, sandboxReview } from '@parley/domain';
import { enqueue } from '../../jobs/queue.ts';
import { mediaTable } from '../../media/table.ts';
import type { ChannelAdapter } from './adapter.ts';

// A provider that sends nothing: it answers by the contract's table of magic recipients and reports the outcome later,
// as a real provider does. Its reports contain the message id and the attempt, so that they can be matched before its
// response.

export interface SandboxOptions {
  /** The time from the response to the first status report, and between two reports, in milliseconds. */
  receiptDelayMs: number;
}

export function createSandboxAdapter({ receiptDelayMs }: SandboxOptions): ChannelAdapter {
  return {
    async send(ctx, { message, attempt }) {
      const fileId = fileIdOf(message);
      if (fileId && !(await ctx.db.select(mediaTable).where({ id: fileId }).first())) {
        return { kind: 'refused', ...fileDeleted };
      }
      const { outcome, receipts } = sandboxAnswer(message, attempt);
      const [status, ...later] = receipts;
      if (status) {
        const delayMs = receiptDelayMs;
        const reports = { messageId: message.id, attempt, status, later, delayMs };
        await enqueue(ctx, 'sandbox-receipt', reports, { delayMs });
      }
      return outcome;
    },
    verify: async () => ({ checks: [], expiresAt: null, refreshable: false }),
    templates: {
      // The sandbox stores no templates: the records of Parley are its templates.
      async *list() {},
      create: async (_connection, draft) => sandboxReview(draft),
      update: async (_connection, _before, draft) => sandboxReview(draft),
      remove: async () => {},
    },
    close: async () => {},
  };
}
