import { sentAfterStep } from '@parley/domain';
import type { Sqlite, WriteStatement } from '../../db/statement.ts';
import { updateRow } from '../../db/update-rows.ts';
import { appendEvents, deliveryTopics } from '../../events/statements/append-events.ts';
import { isLeased } from '../../jobs/statements/hold-leases.ts';
import { settleJob } from '../../jobs/statements/settle-jobs.ts';
import type { MessageRow } from '../table.ts';
import { advanceTogether } from './advance-message-postgres.ts';
import {
  type AdvanceInput,
  type AdvanceOutput,
  type ContextRow,
  type ConversationCells,
  contextSqliteSql,
  entryColumns,
  type MessageRows,
  type RowStep,
} from './message-step.ts';

// Every status change of an outbound message, in one commit. It writes the lease of its job, the message, its timeline and
// events, and the fields of conversation, contact and channel that show it.

export const advanceMessage: WriteStatement<AdvanceInput, AdvanceOutput> = {
  name: 'advance-message',
  access: 'write',
  wakes: (output) => (output.kind === 'advanced' && output.deliveries ? deliveryTopics : []),
  sqlite(db, { tenantId, input }) {
    const { lease } = input;
    if (lease && !isLeased(db, lease)) return { kind: 'lease_lost' };
    const rows = readRows(db, tenantId, input);
    if (!rows) return { kind: 'missing' };
    const step = input.decide(rows);
    write(db, tenantId, rows, step);
    if (lease && step.job) {
      settleJob.sqlite(db, { tenantId, input: { ...lease, tenantId, ...step.job } });
    }
    const { event } = step;
    const deliveries =
      input.writesEvents &&
      event !== undefined &&
      appendEvents.sqlite(db, { tenantId, input: [event] });
    return { kind: 'advanced', step, deliveries };
  },
  postgres: advanceTogether,
};

function readRows(
  db: Sqlite,
  tenantId: string,
  { messageId }: AdvanceInput,
): MessageRows | undefined {
  // The rows have the columns that are selected: better-sqlite3 does not know their types.
  const message = db
    .prepare('select * from messages where tenant_id = ? and id = ?')
    .get(tenantId, messageId) as MessageRow | undefined;
  if (!message) return undefined;
  const context = db.prepare(contextSqliteSql).get(tenantId, message.conversation_id) as ContextRow;
  // A copy of so many columns would take longer than the query.
  message.contact_id = context.contact_id;
  return { message, context };
}

function write(db: Sqlite, tenantId: string, rows: MessageRows, step: RowStep<unknown>): void {
  const { message } = rows;
  const { patch, entry, conversation, outboundAt, seenAt } = step;
  if (entry) {
    db.prepare(insertEntrySql).run(entryColumns.values({ ...entry, tenant_id: tenantId }));
  }
  if (patch) updateRow(db, { tenantId, table: 'messages', id: message.id }, patch);
  if (conversation) writeConversation(db, tenantId, rows, conversation);
  if (outboundAt !== undefined) touchOutbound(db, tenantId, message, outboundAt);
  if (seenAt !== undefined) {
    db.prepare(
      `update contacts set last_seen_at = max(last_seen_at, ?) where tenant_id = ? and id = ?`,
    ).run(seenAt, tenantId, message.contact_id);
  }
}

const insertEntrySql = `
  insert into message_events (${entryColumns.names}) values (${entryColumns.marks})`;

const shownColumns = ['last_message_status', 'updated_at', 'pair_next_at'] as const;

function writeConversation(
  db: Sqlite,
  tenantId: string,
  { context }: MessageRows,
  step: ConversationCells,
): void {
  const sent_since_inbound = sentAfterStep(context.sent_since_inbound, step.quota);
  // SQLite would write the indexes of an unchanged column again.
  const changed = shownColumns.filter((column) => step[column] !== null);
  updateRow(
    db,
    { tenantId, table: 'conversations', id: context.conversation_id },
    { ...step, sent_since_inbound },
    step.quota === 0 ? changed : [...changed, 'sent_since_inbound'],
  );
}

function touchOutbound(db: Sqlite, tenantId: string, message: MessageRow, at: string): void {
  db.prepare(
    `update contacts set last_outbound_at = max(coalesce(last_outbound_at, ''), ?)
     where tenant_id = ? and id = ?`,
  ).run(at, tenantId, message.contact_id);
  db.prepare(
    `update identities set last_outbound_at = max(coalesce(last_outbound_at, ''), ?)
     where tenant_id = ? and channel_type = ? and scope in ('', ?) and address = ?`,
  ).run(at, tenantId, message.channel_type, message.channel_id, message.to_address);
  db.prepare(
    `update channels set last_outbound_at = max(coalesce(last_outbound_at, ''), ?)
     where tenant_id = ? and id = ?`,
  ).run(at, tenantId, message.channel_id);
}
