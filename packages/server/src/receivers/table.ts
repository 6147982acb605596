import type { StoredInboundFailure } from '@parley/domain';
import { cell, cellsIn } from '../db/rows-in.ts';
import { defineTable, json, plain, type RowOf, whole } from '../db/table.ts';
import type { PendingReport } from './items.ts';

export const inboundBatchesTable = cellsIn('inbound_batches', {
  /** A hash of the channel and the bytes, so a repeated body has the same ID. */
  id: cell<string>(),
  channel_id: cell<string>(),
  body: cell<string | null>(),
  received_at: cell<string>(),
});

export type InboundBatchRow = RowOf<typeof inboundBatchesTable>;

/** An item of a webhook that was not handled. `place` is its index in the body; each place is stored once. */
export interface KeptFailure extends StoredInboundFailure {
  readonly batchId: string;
  readonly place: number;
}

export const inboundFailuresTable = defineTable<KeptFailure>()('inbound_failures', {
  fields: {
    id: plain,
    channelId: plain,
    batchId: plain,
    place: whole,
    kind: plain,
    status: plain,
    reason: plain,
    fragment: json,
    attempts: whole,
    receivedAt: plain,
    lastAttemptAt: plain,
  },
  indexed: { channelId: ['received_at'] },
});

/** A provider's report about a message that the channel does not know yet. */
export interface StoredReport {
  readonly id: string;
  readonly channelId: string;
  /** The provider's ID of the message; `read <customer>` for a report that the customer has read messages. */
  readonly externalId: string;
  readonly report: PendingReport;
  readonly receivedAt: string;
}

export const pendingReportsTable = defineTable<StoredReport>()('pending_reports', {
  fields: {
    id: plain,
    channelId: plain,
    externalId: plain,
    report: json,
    receivedAt: plain,
  },
});
