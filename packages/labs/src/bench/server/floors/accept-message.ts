import BetterSqlite3 from 'better-sqlite3';
import type { Pool } from 'pg';

// Accepts a message with a hand-written minimum in one commit: message, first timeline entry, idempotency record,
// delivery job, conversation.

export interface NewMessage {
  hash: string;
  id: string;
  channelId: string;
  to: string;
  text: string;
  idempotencyKey: string;
  fingerprint: string;
  /** The response, stored for a repeated request. */
  body: string;
  at: string;
}

export function acceptOnPostgres(pool: Pool): (message: NewMessage) => Promise<void> {
  return async (message) => {
    const { rowCount } = await pool.query({
      name: 'accept',
      text: postgresSql,
      values: [
        message.hash,
        message.id,
        message.channelId,
        message.to,
        message.text,
        message.idempotencyKey,
        message.fingerprint,
        message.body,
        message.at,
        `{"messageId":"${message.id}"}`,
        Date.now() + 86_400_000,
      ],
    });
    if (rowCount !== 1) throw new Error('there is no such conversation');
  };
}

const postgresSql = `
  with thread as (
    select v.tenant_id, v.id, v.contact_id, v.channel_type, c.address as from_address
    from api_keys k
    join channels c on c.tenant_id = k.tenant_id and c.id = $3
    join conversations v on v.tenant_id = k.tenant_id and v.channel_id = c.id and v.address = $4
    where k.hash = $1 and k.revoked_at is null and c.status = 'active'
    order by v.thread desc limit 1
  ), recorded as (
    insert into idempotency_records (tenant_id, scope, key, fingerprint, status, body, location, expires_at)
    select tenant_id, 'POST /messages', $6, $7, 202, $8, '/api/v1/messages/' || $2, $11::bigint from thread
    on conflict do nothing returning tenant_id
  ), message as (
    insert into messages (tenant_id, id, channel_id, channel_type, conversation_id, contact_id, direction,
      type, from_address, to_address, text, text_key, status, attempts, failures, timeline_length,
      source_type, metadata, is_deleted, queued_at, created_at, updated_at)
    select t.tenant_id, $2, $3, t.channel_type, t.id, t.contact_id, 'outbound', 'text', t.from_address,
      $4, $5, lower($5), 'queued', 0, 0, 1, 'api', '{}', 0, $9, $9, $9
    from thread t join recorded r on r.tenant_id = t.tenant_id
    returning tenant_id, conversation_id
  ), timeline as (
    insert into message_events (tenant_id, message_id, id, type, at, received_at, ignored)
    select tenant_id, $2, '00000001', 'queued', $9, $9, 0 from message
  ), job as (
    insert into jobs (tenant_id, name, payload, status, order_key, attempts, due_at, created_at)
    select tenant_id, 'deliver-message', $10, 'ready', conversation_id, 0,
      (extract(epoch from clock_timestamp()) * 1000)::bigint, $9
    from message
  )
  update conversations v set
    last_message_id = $2, last_message_direction = 'outbound', last_message_type = 'text',
    last_message_text = $5, last_message_status = 'queued', last_message_asc = $9, last_message_desc = $9,
    last_outbound_at = $9, waiting_since = '~', first_reply_at = coalesce(v.first_reply_at, $9),
    sent_since_inbound = v.sent_since_inbound + 1, message_count = v.message_count + 1, updated_at = $9
  from message m where v.tenant_id = m.tenant_id and v.id = m.conversation_id
  returning v.id`;

/**
 * Returns a function that accepts a message on SQLite, with a commit for each: SQLite has no statement that writes to
 * five tables.
 */
export function acceptOnSqlite(filename: string): (message: NewMessage) => void {
  const db = new BetterSqlite3(filename);
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) {
    db.pragma(pragma);
  }
  const findThread = db.prepare<unknown[], Thread>(`
    select v.tenant_id, v.id, v.contact_id, v.channel_type, c.address as from_address
    from api_keys k
    join channels c on c.tenant_id = k.tenant_id and c.id = ?
    join conversations v on v.tenant_id = k.tenant_id and v.channel_id = c.id and v.address = ?
    where k.hash = ? and k.revoked_at is null and c.status = 'active'
    order by v.thread desc limit 1`);
  const record = db.prepare(`
    insert into idempotency_records (tenant_id, scope, key, fingerprint, status, body, location, expires_at)
    values (?, 'POST /messages', ?, ?, 202, ?, ?, ?)`);
  const insert = db.prepare(`
    insert into messages (tenant_id, id, channel_id, channel_type, conversation_id, contact_id, direction,
      type, from_address, to_address, text, text_key, status, attempts, failures, timeline_length,
      source_type, metadata, is_deleted, queued_at, created_at, updated_at)
    values (?, ?, ?, ?, ?, ?, 'outbound', 'text', ?, ?, ?, ?, 'queued', 0, 0, 1, 'api', '{}', 0, ?, ?, ?)`);
  const timeline = db.prepare(`
    insert into message_events (tenant_id, message_id, id, type, at, received_at, ignored)
    values (?, ?, '00000001', 'queued', ?, ?, 0)`);
  const enqueue = db.prepare(`
    insert into jobs (tenant_id, name, payload, status, order_key, attempts, due_at, created_at)
    values (?, 'deliver-message', ?, 'ready', ?, 0, ?, ?)`);
  const touch = db.prepare(`
    update conversations set
      last_message_id = ?, last_message_direction = 'outbound', last_message_type = 'text',
      last_message_text = ?, last_message_status = 'queued', last_message_asc = ?, last_message_desc = ?,
      last_outbound_at = ?, waiting_since = '~', first_reply_at = coalesce(first_reply_at, ?),
      sent_since_inbound = sent_since_inbound + 1, message_count = message_count + 1, updated_at = ?
    where tenant_id = ? and id = ?`);
  const accept = db.transaction((message: NewMessage) => {
    const { id, channelId, to, text, at } = message;
    const thread = findThread.get(channelId, to, message.hash);
    if (!thread) throw new Error('there is no such conversation');
    const tenant = thread.tenant_id;
    const { idempotencyKey, fingerprint, body } = message;
    const location = `/api/v1/messages/${id}`;
    record.run(tenant, idempotencyKey, fingerprint, body, location, Date.now() + 86_400_000);
    const { channel_type: type, contact_id: contact, from_address: from } = thread;
    const key = text.toLowerCase();
    insert.run(tenant, id, channelId, type, thread.id, contact, from, to, text, key, at, at, at);
    timeline.run(tenant, id, at, at);
    enqueue.run(tenant, `{"messageId":"${id}"}`, thread.id, Date.now(), at);
    touch.run(id, text, at, at, at, at, at, tenant, thread.id);
  });
  return accept.immediate;
}

interface Thread {
  tenant_id: string;
  id: string;
  contact_id: string;
  channel_type: string;
  from_address: string;
}
