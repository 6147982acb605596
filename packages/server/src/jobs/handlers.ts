import { copyClient } from '../agency-clients/copy.ts';
import { expireGrant } from '../agency-grants/jobs.ts';
import { checkDomain } from '../branding/domains.ts';
import type { ChannelAdapters } from '../channels/adapters/adapter.ts';
import { readQuality } from '../channels/quality.ts';
import { watchTokens } from '../channels/tokens.ts';
import { importContacts } from '../contact-imports/jobs.ts';
import { completeErasure } from '../contacts/erase.ts';
import { finishErasure } from '../contacts/erase-traces.ts';
import { finishMerge } from '../contacts/merge.ts';
import { readProfile } from '../contacts/profiles.ts';
import { showContact } from '../contacts/show.ts';
import { closeIdle, wakeConversation } from '../conversations/jobs.ts';
import { signalCustomer } from '../conversations/signals.ts';
import { rebuildIndexes } from '../knowledge/rebuild.ts';
import { type IndexSourceDeps, indexSource } from '../knowledge-sources/jobs.ts';
import { sendMail } from '../mail/jobs.ts';
import type { Mailer } from '../mail/mailer.ts';
import { downloadFile } from '../media/download.ts';
import { tidyFile } from '../media/jobs.ts';
import type { MediaDeps } from '../media/service.ts';
import { AppPauses } from '../messages/app-pauses.ts';
import { ChannelPace } from '../messages/channel-pace.ts';
import { deliverMessage } from '../messages/jobs.ts';
import { sandboxReceipt } from '../messages/sandbox-receipts.ts';
import { startScheduledMessage } from '../messages/schedule.ts';
import type { FindTxt } from '../outbound/txt.ts';
import { applyReports, receiveBatch, retryInbound } from '../receivers/jobs.ts';
import type { Sealer } from '../sealing.ts';
import { changeTag } from '../tags/jobs.ts';
import { syncTemplates } from '../templates/sync.ts';
import { cancelWaitingDeliveries, replayDeliveries } from '../webhook-endpoints/jobs.ts';
import type { JobHandler } from './job-handler.ts';
import type { JobName, JobPayloads } from './payloads.ts';

export type JobHandlers = { readonly [Name in JobName]: JobHandler<JobPayloads[Name]> };

interface HandlerDeps extends IndexSourceDeps {
  readonly adapters: ChannelAdapters;
  readonly secrets: Sealer;
  readonly mailer: Mailer | undefined;
  readonly media: MediaDeps;
  readonly findTxt: FindTxt;
  readonly config: IndexSourceDeps['config'] & { readonly workerConcurrency: number };
}

/**
 * Creates the handlers of all kinds of job. The handler of messages is first, so workers claim and begin messages
 * before other jobs. A new name in JobPayloads does not compile until it has a handler here.
 */
export function createJobHandlers(deps: HandlerDeps): JobHandlers {
  const { adapters, secrets } = deps;
  const limits = { adapters, secrets, pauses: new AppPauses(), pace: new ChannelPace() };
  return {
    'deliver-message': deliverMessage({ ...deps, ...limits }, deps.config.workerConcurrency),
    'sandbox-receipt': sandboxReceipt,
    'start-scheduled': startScheduledMessage,
    'receive-batch': receiveBatch,
    'retry-inbound': retryInbound,
    'apply-reports': applyReports,
    'read-quality': readQuality({ adapters, secrets }),
    'read-profile': readProfile({ adapters, secrets }),
    'signal-customer': signalCustomer(limits),
    'wake-conversation': wakeConversation,
    'close-idle': closeIdle,
    'send-mail': sendMail(deps),
    'watch-token': watchTokens(limits),
    'sync-templates': syncTemplates({ adapters, secrets }),
    'cancel-deliveries': cancelWaitingDeliveries,
    'replay-deliveries': replayDeliveries,
    'download-file': downloadFile({ ...limits, media: deps.media }),
    'tidy-file': tidyFile(deps.media.files),
    'complete-erasure': completeErasure,
    'finish-erasure': finishErasure,
    'finish-merge': finishMerge,
    'expire-grant': expireGrant,
    'check-domain': checkDomain(deps),
    'copy-client': copyClient,
    'show-contact': showContact,
    'change-tag': changeTag,
    'import-contacts': importContacts(deps.media.files),
    'index-source': indexSource(deps),
    'rebuild-indexes': rebuildIndexes,
  };
}
