import type { Signal } from '@parley/domain';

/** Every job name with its payload. Jobs carry ids, not records: they read the state they find. */
export interface JobPayloads {
  'apply-reports': { channelId: string; externalId: string };
  'cancel-deliveries': {
    endpointId: string;
    /** Of its lane when it was disabled. Jobs of older versions have none: they cancel while it is disabled. */
    version?: number;
  };
  'change-tag': {
    /** Of the row with the name that records have. */
    tagId: string;
  };
  'close-idle': {
    /** Jobs of older versions have none: they close conversations. */
    kind?: 'conversation' | 'ticket';
    /** Of the tenant's setting: each change of it begins a new series of jobs. */
    version: number;
  };
  /** Of older versions: each ticket that was solved had one. */
  'close-ticket': { ticketId: string };
  'deliver-message': { messageId: string };
  'download-file': { messageId: string; attachmentId: string };
  'finish-merge': { primaryId: string; duplicateId: string };
  'import-contacts': { importId: string };
  'index-source': {
    sourceId: string;
    /** The version of its content: a later change indexes the source itself. */
    version: number;
  };
  'rebuild-indexes': {
    /** The version of the analysis that the tenant's indexes get. */
    analysis: number;
    noun: 'faqs' | 'sources';
    /** The ids up to this one are done. */
    after: string;
  };
  'receive-batch': { batchId: string };
  'replay-deliveries': {
    endpointId: string;
    /** Events with a higher number than this, up to the next. */
    afterSequence: number;
    untilSequence: number;
    since: string;
    until: string;
    patterns: readonly string[];
    onlyFailed: boolean;
  };
  'retry-inbound': { failureId: string };
  'sandbox-receipt': { messageId: string; attempt: number; status: 'delivered' | 'read' };
  /** The conversations of a contact show its new name. */
  'show-contact': { contactId: string };
  'signal-customer': {
    conversationId: string;
    kind: Signal;
    /** The provider's ID of the newest message of the customer when the signal was asked for. */
    externalId: string;
  };
  'sync-templates': { channelId: string; syncId: string };
  'tidy-file': {
    /** Of the bytes. */
    sha256: string;
  };
  'start-scheduled': { messageId: string };
  'watch-token': {
    channelId: string;
    /** Version of the credentials. Newer credentials have a job of their own. */
    version: number;
    step: 'renew' | 'warn' | 'expire';
  };
  'wake-conversation': { conversationId: string; snoozedUntil: string };
}

export type JobName = keyof JobPayloads;

/** Jobs that write to customers. Workers leave them while the tenant is suspended. */
export const sendingJobs = ['deliver-message', 'signal-customer'] as const satisfies JobName[];
