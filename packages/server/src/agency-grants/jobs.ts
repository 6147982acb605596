import { expiredEvent, expiresInMs } from '@parley/domain';
import { recordEvent } from '../events/service.ts';
import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { completeJob, releaseJob } from '../jobs/queue.ts';
import { inTransaction } from '../tenancy/context.ts';
import { findAgency } from '../tenancy/grants.ts';
import { givenGrants } from './records.ts';

/**
 * Records on both sides that a grant has expired. The server refuses the grant's API keys from the expiry on, without
 * waiting for this job. The job waits again when it runs too early: the clock of the database may be ahead of the clock
 * of the process, or may have stepped back.
 */
export const expireGrant: JobHandler<JobPayloads['expire-grant']> = {
  maxAttempts: 10,
  async run(ctx, job) {
    await inTransaction(ctx, async (ctx) => {
      const grant = await givenGrants.lock(ctx, job.payload.grantId);
      const at = ctx.now().toISOString();
      const leftMs = grant ? expiresInMs(grant, at) : 0;
      if (leftMs > 0) return await releaseJob(ctx, job, leftMs);
      await completeJob(ctx, job);
      const event = grant && expiredEvent(await givenGrants.show(ctx, grant));
      if (!event) return;
      const { type, ...change } = event;
      recordEvent(ctx, type, change);
      // An operator may have deleted the agency.
      const agency = await findAgency(ctx, grant.agencyId);
      if (agency) recordEvent({ ...agency, actor: ctx.actor }, type, change);
    });
  },
};
