import type { ChannelAdapters } from '../channels/adapters/adapter.ts';
import { wakeConversation } from '../conversations/jobs.ts';
import { rebuildIndexes } from '../knowledge/rebuild.ts';
import { type IndexSourceDeps, indexSource } from '../knowledge-sources/jobs.ts';
import { deliverMessage, sandboxReceipt } from '../messages/jobs.ts';
import { cancelWaitingDeliveries, replayDeliveries } from '../webhook-endpoints/jobs.ts';
import type { JobHandler } from './job-handler.ts';
import type { JobName, JobPayloads } from './payloads.ts';

export type JobHandlers = { readonly [Name in JobName]: JobHandler<JobPayloads[Name]> };

interface HandlerDeps extends IndexSourceDeps {
  readonly adapters: ChannelAdapters;
}

/** A new name in JobPayloads does not compile until it has its handler here. */
export function createJobHandlers({ adapters, ...deps }: HandlerDeps): JobHandlers {
  return {
    'cancel-deliveries': cancelWaitingDeliveries,
    'deliver-message': deliverMessage(adapters),
    'index-source': indexSource(deps),
    'rebuild-indexes': rebuildIndexes,
    'replay-deliveries': replayDeliveries,
    'sandbox-receipt': sandboxReceipt,
    'wake-conversation': wakeConversation,
  };
}
