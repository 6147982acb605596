import { expiredEvent } from '@parley/domain';
import { recordEvent } from '../events/service.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob } from '../jobs/queue.ts';
import { inTransaction } from '../tenancy/context.ts';
import { findAgency } from '../tenancy/grants.ts';
import { givenGrants } from './records.ts';

/**
 * Records on both sides that a grant has expired. The server refuses the grant's API keys from the expiry on, without
 * waiting for this job.
 */
export const expireGrant: JobHandler<JobPayloads['expire-grant']> = {
  maxAttempts: 10,
  async run(ctx, job) {
    await inTransaction(ctx, async (ctx) => {
      await completeJob(ctx, job);
      const grant = await givenGrants.lock(ctx, job.payload.grantId);
      const event = grant && expiredEvent(grant, ctx.now().toISOString());
      if (!event) return;
      const { type, ...change } = event;
      const subject = { type: 'agency_grant', id: grant.id };
      recordEvent(ctx, type, { subject, ...change });
      // An operator may have deleted the agency.
      const agency = await findAgency(ctx, grant.agencyId);
      if (agency) recordEvent({ ...agency, actor: ctx.actor }, type, { subject, ...change });
    });
  },
};
