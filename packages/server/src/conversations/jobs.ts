import type { JobHandler } from '../jobs/job-handler.ts';
import type { JobPayloads } from '../jobs/payloads.ts';
import { wake } from './service.ts';

export const wakeConversation: JobHandler<JobPayloads['wake-conversation']> = {
  maxAttempts: 10,
  async run(ctx, { payload }) {
    await wake(ctx, payload.conversationId, payload.snoozedUntil);
  },
};
