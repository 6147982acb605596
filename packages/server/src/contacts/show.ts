import { setImmediate as nextTurn } from 'node:timers/promises';
import { summaryOf } from '@parley/domain';
import { updateSomeSummaries } from '../conversations/effects.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { inTransaction } from '../tenancy/context.ts';
import { contacts } from './records.ts';

/**
 * Copies the name of a contact into its conversations, a limited number in each transaction. Each conversation gets the
 * name that is current at that time.
 */
export const showContact: JobHandler<JobPayloads['show-contact']> = {
  slots: { atOnce: 2, ofTenant: 1 },
  maxAttempts: 10,
  async run(ctx, { payload }) {
    const step = (after: Awaited<ReturnType<typeof updateSomeSummaries>>) =>
      inTransaction(ctx, async (ctx) => {
        const contact = await contacts.lock(ctx, payload.contactId);
        return contact && (await updateSomeSummaries(ctx, summaryOf(contact), after));
      });
    for (let after = await step(undefined); after; after = await step(after)) await nextTurn();
  },
};
