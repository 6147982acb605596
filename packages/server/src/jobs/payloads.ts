import type { AgencyClientCopy, CopiedResource } from '@parley/contract/schemas';
import type { Signal } from '@parley/domain';
import type { Replay } from '../webhook-deliveries/statements/replay-events.ts';

/**
 * The name of every kind of job with its payload. Payloads contain IDs and no records: a job reads the state at the
 * time when it runs.
 */
export interface JobPayloads {
  'apply-reports': { channelId: string; externalId: string };
  'cancel-deliveries': {
    endpointId: string;
    /** The version of the endpoint lane when the endpoint was disabled. */
    version: number;
  };
  'change-tag': {
    /** The ID of the row of the tag with its earlier name, which the records still have. */
    tagId: string;
  };
  /** Looks whether DNS still has the record of a domain that an agency claimed. Each job queues the next one. */
  'check-domain': {
    domain: string;
    /** When the agency claimed the domain. A later claim has its own jobs. */
    claimedAt: string;
    /** How many times in a row the record was missing. */
    misses: number;
  };
  'close-idle': {
    /** The kind of record that the job closes. Absent in jobs of older Parley versions, which close conversations. */
    kind?: 'conversation' | 'ticket';
    /** The version of the tenant's setting. Each change of the setting begins a new series of jobs. */
    version: number;
  };
  /** Completes the erasure of a contact whose process was killed. */
  'complete-erasure': { contactId: string };
  /** Copies the setup of one client of an agency into a new one. Each job copies a batch and queues the next one. */
  'copy-client': {
    clientId: string;
    /** The resource that this job copies; null = the first one. */
    resource: CopiedResource | null;
    /** The ID of the last record that was copied. */
    after: string;
    /** The numbers of records that earlier jobs have copied. */
    copied: AgencyClientCopy['copied'];
    skipped: number;
  };
  'deliver-message': { messageId: string };
  'download-file': { messageId: string; attachmentId: string };
  'expire-grant': { grantId: string };
  /**
   * Exception: the IDs of erased records and the texts of an erased contact, which the database must no longer contain.
   */
  'finish-erasure': { texts: readonly string[]; erasedAt: string };
  'finish-merge': { primaryId: string; duplicateId: string };
  'import-contacts': { importId: string };
  'index-source': {
    sourceId: string;
    /** The version of the content. A later change of the content queues its own job. */
    version: number;
  };
  /** Asks the provider for the names of a customer. */
  'read-profile': { channelId: string; identityId: string };
  /** Asks the provider for the quality of a channel. */
  'read-quality': { channelId: string };
  'rebuild-indexes': {
    /** The analysis version that the indexes of the tenant get. */
    analysis: number;
    noun: 'faqs' | 'sources';
    /** The ID of the last record that was handled. The job continues after it. */
    after: string;
  };
  'receive-batch': { batchId: string };
  'replay-deliveries': Replay;
  'retry-inbound': { failureId: string };
  'sandbox-receipt': {
    messageId: string;
    attempt: number;
    status: 'delivered' | 'read';
    /** The reports that the job makes after this one, each in another run. */
    later?: readonly ('delivered' | 'read')[];
    /** The time between two reports. */
    delayMs?: number;
  };
  /**
   * Sends a mail with a one-time link. The token of an invitation is encrypted. The job of a password reset makes its own
   * token; without an account, it sends nothing.
   */
  'send-mail':
    | { kind: 'invitation'; invitationId: string; sealedToken: string }
    | { kind: 'password_reset'; accountId: string | null };
  /** Copies the new name of a contact into its conversations. */
  'show-contact': { contactId: string };
  'signal-customer': {
    conversationId: string;
    kind: Signal;
    /** The provider's ID of the customer's newest message when the signal was requested. */
    externalId: string;
  };
  'sync-templates': { channelId: string; syncId: string };
  'tidy-file': {
    /** The SHA-256 of the bytes of the file. */
    sha256: string;
  };
  'start-scheduled': { messageId: string };
  'watch-token': {
    channelId: string;
    /** The version of the account and credentials. After a change, the next verification queues its own job. */
    version: number;
    step: 'renew' | 'warn' | 'expire';
    /** The time of a planned step, in epoch milliseconds. */
    atMs?: number;
  };
  'wake-conversation': { conversationId: string; snoozedUntil: string };
}

export type JobName = keyof JobPayloads;

/** The jobs that send to customers. Workers do not claim them while the tenant is suspended. */
export const sendingJobs = ['deliver-message', 'signal-customer'] as const satisfies JobName[];
