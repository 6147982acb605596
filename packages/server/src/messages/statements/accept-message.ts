import { latest } from '../../db/sort-keys.ts';
import type { Sqlite, WriteStatement } from '../../db/statement.ts';
import { appendEvents } from '../../db/statements/append-events.ts';
import { enqueueJob } from '../../db/statements/enqueue-job.ts';
import type { Idempotency, StoredAnswer } from '../../tenancy/idempotency.ts';
import { acceptTogether } from './accept-message-postgres.ts';
import {
  type Accepted,
  type AcceptInput,
  type AcceptOutput,
  deliveryOf,
  firstTimelineId,
  isAwaited,
  type ThreadChannel,
  type ThreadConversation,
} from './accepted-message.ts';
import { type ThreadRow, threadColumns } from './message-step.ts';

// Everything that accepting a message means, for a thread that exists: idempotency record, message,
// first entry of its timeline, delivery job and conversation, in one commit. The rules are the
// caller's: `decide` sees the thread as it is under the lock.

export const acceptMessage: WriteStatement<AcceptInput, AcceptOutput> = {
  name: 'accept-message',
  access: 'write',
  addsJobs: true,
  addsDeliveries: (output) => output.kind === 'accepted' && output.deliveries === true,
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
    const found = findThread(db, tenantId, input);
    if (!found) return { kind: 'no_thread' };
    const { channel, conversation } = found;
    const accepted = input.decide(channel, conversation);
    if (!('row' in accepted)) return { kind: 'refused', error: accepted };
    write(db, tenantId, input.idempotency, accepted);
    return { kind: 'accepted', accepted, ...tell(db, tenantId, input, accepted) };
  },
  postgres: acceptTogether,
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

function findThread(db: Sqlite, tenantId: string, input: AcceptInput): Thread | undefined {
  const { channelId, addresses, conversationId } = input;
  const row = (
    conversationId === undefined
      ? db
          .prepare(`${threadSql} and v.address = ${addressSql} order by v.thread desc limit 1`)
          .get(tenantId, channelId, addresses.whatsapp, addresses.instagram, addresses.tiktok)
      : db.prepare(`${threadSql} and v.id = ?`).get(tenantId, channelId, conversationId)
  ) as (ThreadChannel & Omit<ThreadConversation, 'id' | 'address'> & OfConversation) | undefined;
  if (!row) return undefined;
  const { contact_id, last_inbound_at, sent_since_inbound } = row;
  const { conversation_id: id, conversation_address: address } = row;
  return {
    channel: row,
    conversation: { id, contact_id, address, last_inbound_at, sent_since_inbound },
  };
}

interface Thread {
  channel: ThreadChannel;
  conversation: ThreadConversation;
}

interface OfConversation {
  conversation_id: string;
  conversation_address: string;
}

const threadSql = `
  select ch.id, ch.type, ch.status, ch.status_reason, ch.address, ch.settings,
    v.id as conversation_id, v.contact_id, v.address as conversation_address, v.last_inbound_at,
    v.sent_since_inbound
  from channels ch
  join conversations v on v.tenant_id = ch.tenant_id and v.channel_id = ch.id
  where ch.tenant_id = ? and ch.id = ?`;
const addressSql = `case ch.type when 'whatsapp' then ? when 'instagram' then ? else ? end`;

/** The event of it, for those who wait for that. */
function tell(db: Sqlite, tenantId: string, input: AcceptInput, accepted: Accepted) {
  const awaited = db
    .prepare(`select ${isAwaited('?')}`)
    .pluck()
    .get(tenantId);
  if (awaited !== 1) return {};
  const thread = db
    .prepare(
      `select ${threadColumns}
       from conversations v
       join contacts k on k.tenant_id = v.tenant_id and k.id = v.contact_id
       join channels ch on ch.tenant_id = v.tenant_id and ch.id = v.channel_id
       where v.tenant_id = ? and v.id = ?`,
    )
    .get(tenantId, accepted.row.conversation_id) as ThreadRow;
  const event = input.queuedEvent(accepted, thread);
  if (!input.writesEvents) return { event };
  return { deliveries: appendEvents.sqlite(db, { tenantId, input: [{ ...event, tenantId }] }) };
}

function write(
  db: Sqlite,
  tenantId: string,
  idempotency: Idempotency | undefined,
  { row, lastMessageText, answer }: Accepted,
): void {
  if (idempotency && answer) {
    db.prepare(
      `insert into idempotency_records
         (tenant_id, scope, key, fingerprint, status, body, location, expires_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      tenantId,
      idempotency.scope,
      idempotency.key,
      answer.fingerprint,
      answer.status,
      answer.body,
      answer.location,
      idempotency.expiresAtMs,
    );
  }
  db.prepare(
    `insert into messages (tenant_id, id, channel_id, channel_type, conversation_id, contact_id, direction,
       type, from_address, to_address, text, text_key, content, status, attempts, failures, timeline_length,
       source_type, source_id, message_tag, metadata, is_deleted, queued_at, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, 'outbound', ?, ?, ?, ?, ?, ?, 'queued', 0, 0, 1, ?, ?, ?, ?, 0, ?, ?, ?)`,
  ).run(
    tenantId,
    row.id,
    row.channel_id,
    row.channel_type,
    row.conversation_id,
    row.contact_id,
    row.type,
    row.from_address,
    row.to_address,
    row.text,
    row.text_key,
    row.content,
    row.source_type,
    row.source_id,
    row.message_tag,
    row.metadata,
    row.created_at,
    row.created_at,
    row.created_at,
  );
  db.prepare(
    `insert into message_events (tenant_id, message_id, id, type, at, received_at, ignored)
     values (?, ?, '${firstTimelineId}', 'queued', ?, ?, 0)`,
  ).run(tenantId, row.id, row.created_at, row.created_at);
  enqueueJob.sqlite(db, { tenantId, input: deliveryOf(row) });
  db.prepare(
    `update conversations set
       last_message_id = ?, last_message_direction = 'outbound', last_message_type = ?,
       last_message_text = ?, last_message_status = 'queued', last_message_asc = ?, last_message_desc = ?,
       last_outbound_at = ?, waiting_since = '${latest}',
       first_reply_at = case when last_inbound_at is null then first_reply_at else coalesce(first_reply_at, ?) end,
       sent_since_inbound = sent_since_inbound + 1, message_count = message_count + 1, updated_at = ?
     where tenant_id = ? and id = ?`,
  ).run(
    row.id,
    row.type,
    lastMessageText,
    row.created_at,
    row.created_at,
    row.created_at,
    row.created_at,
    row.created_at,
    tenantId,
    row.conversation_id,
  );
}
