import type { LimitCount } from '@parley/domain';
import { insertRows, newRow } from '../../db/insert-rows.ts';
import type { Sqlite, WriteStatement } from '../../db/statement.ts';
import { appendEvents, deliveryTopics } from '../../events/statements/append-events.ts';
import { idempotencyRecordsTable, recordOf } from '../../idempotency/table.ts';
import { enqueueJob, jobTopics } from '../../jobs/statements/enqueue-job.ts';
import type { Idempotency, StoredAnswer } from '../../tenancy/idempotency.ts';
import { firstTimelineId } from '../timeline.ts';
import { acceptTogether, writeAcceptedTogether } from './accept-message-postgres.ts';
import {
  type Accepted,
  type AcceptInput,
  type AcceptOutput,
  acceptedInConversation,
  channelColumns,
  conversationColumns,
  deliveryOf,
  type FoundConversation,
  isAwaited,
  isForTransaction,
  lockedConversation,
  newMessageColumns,
} from './accepted-message.ts';
import { type ContextRow, contextSqliteSql } from './message-step.ts';

// Accepts a message in an existing conversation: idempotency record, message, first timeline entry, delivery job and
// conversation, in one commit. The caller has the rules: `decide` sees the conversation under its lock.

const allTopics = [...jobTopics, ...deliveryTopics];

export const acceptMessage: WriteStatement<AcceptInput, AcceptOutput> = {
  name: 'accept-message',
  access: 'write',
  wakes: (output) =>
    output.kind === 'accepted' ? (output.deliveries ? allTopics : jobTopics) : [],
  repeated: {
    key: ({ idempotency }) => idempotency && `${idempotency.scope} ${idempotency.key}`,
    answer({ output }) {
      if (output.kind === 'recorded') return output;
      const answer = output.kind === 'accepted' ? output.accepted.answer : undefined;
      return answer ? { kind: 'recorded', answer } : { kind: 'undecided' };
    },
  },
  sqlite(db, { tenantId, input }) {
    const recorded = findRecorded(db, tenantId, input.idempotency);
    if (recorded) return { kind: 'recorded', answer: recorded };
    const found = findConversation(db, tenantId, input);
    if (!found) return { kind: 'no_conversation' };
    const accepted = input.decide({ ...lockedConversation(found), limit: findLimit(db, tenantId) });
    if (!('row' in accepted)) return { kind: 'refused', error: accepted };
    if (isForTransaction(input, accepted)) return { kind: 'reaches_limit' };
    write(db, tenantId, input.idempotency, accepted);
    return { kind: 'accepted', accepted, ...writeQueuedEvent(db, tenantId, input, accepted) };
  },
  postgres: acceptTogether,
};

/**
 * Writes a message into a conversation that is created in the same transaction. The caller must store the response with
 * its idempotency key.
 */
export const writeAccepted: WriteStatement<Accepted, void> = {
  name: 'write-accepted',
  access: 'write',
  wakes: () => jobTopics,
  sqlite: (db, { tenantId, input }) => write(db, tenantId, undefined, input),
  async postgres(db, calls) {
    const items = calls.map(({ tenantId, input: accepted }) => ({
      tenantId,
      input: { accepted, idempotency: undefined },
    }));
    await writeAcceptedTogether(db, items);
    return calls.map(() => undefined);
  },
};

// The rows below have the columns that are selected: better-sqlite3 does not know their types.

function findRecorded(
  db: Sqlite,
  tenantId: string,
  idempotency: Idempotency | undefined,
): StoredAnswer | undefined {
  if (!idempotency) return undefined;
  return db
    .prepare(
      `select fingerprint, status, body, location from idempotency_records
       where tenant_id = ? and scope = ? and key = ?`,
    )
    .get(tenantId, idempotency.scope, idempotency.key) as StoredAnswer | undefined;
}

function findLimit(db: Sqlite, tenantId: string): LimitCount | undefined {
  const limit = db
    .prepare(
      `select max, used, period from tenant_limits where tenant_id = ? and name = 'messagesPerMonth'`,
    )
    .get(tenantId);
  return limit as LimitCount | undefined;
}

function findConversation(
  db: Sqlite,
  tenantId: string,
  input: AcceptInput,
): FoundConversation | undefined {
  const { channelId, addresses, conversationId } = input;
  const found =
    conversationId === undefined
      ? db
          .prepare(foundByAddressSql)
          .get(tenantId, channelId, addresses.whatsapp, addresses.instagram, addresses.tiktok)
      : db.prepare(foundByIdSql).get(tenantId, channelId, conversationId);
  return found as FoundConversation | undefined;
}

const foundSql = `
  select ${channelColumns}, ${conversationColumns}
  from channels ch
  join conversations v on v.tenant_id = ch.tenant_id and v.channel_id = ch.id
  where ch.tenant_id = ? and ch.id = ?`;
const addressSql = `case ch.type when 'whatsapp' then ? when 'instagram' then ? else ? end`;
const foundByAddressSql = `${foundSql} and v.address = ${addressSql} order by v.thread desc limit 1`;
const foundByIdSql = `${foundSql} and v.id = ?`;
const awaitedSql = `select ${isAwaited('?')}`;

/** Writes the event of a message when an endpoint subscribes to it. */
function writeQueuedEvent(db: Sqlite, tenantId: string, input: AcceptInput, accepted: Accepted) {
  const awaited = db.prepare(awaitedSql).pluck().get(tenantId);
  if (awaited !== 1) return {};
  const context = db
    .prepare(contextSqliteSql)
    .get(tenantId, accepted.row.conversation_id) as ContextRow;
  const event = input.queuedEvent(accepted, context);
  if (!input.writesEvents) return { event };
  return { deliveries: appendEvents.sqlite(db, { tenantId, input: [event] }) };
}

function write(
  db: Sqlite,
  tenantId: string,
  idempotency: Idempotency | undefined,
  { row, priority, lastMessageText, answer }: Accepted,
): void {
  if (idempotency && answer) {
    insertRows.sqlite(db, {
      tenantId,
      input: newRow(idempotencyRecordsTable, recordOf(idempotency, answer)),
    });
  }
  db.prepare(insertMessageSql).run(tenantId, ...newMessageColumns.values(row));
  db.prepare(
    `insert into message_events (tenant_id, message_id, id, type, at, received_at, ignored)
     values (?, ?, '${firstTimelineId}', 'queued', ?, ?, 0)`,
  ).run(tenantId, row.id, row.created_at, row.created_at);
  enqueueJob.sqlite(db, { tenantId, input: deliveryOf(row, priority) });
  db.prepare(showMessageSql).run({
    id: row.id,
    type: row.type,
    last_message_text: lastMessageText,
    created_at: row.created_at,
    messages: 1,
    tenant_id: tenantId,
    conversation_id: row.conversation_id,
  });
}

const insertMessageSql = `
  insert into messages (tenant_id, ${newMessageColumns.names}) values (?, ${newMessageColumns.marks})`;
// Without `from`, SQLite need not copy the changed pages to undo the statement (decision 560).
const showMessageSql = `
  update conversations as v set ${acceptedInConversation('@')}
  where v.tenant_id = @tenant_id and v.id = @conversation_id`;
