import { latest } from '../../db/sort-keys.ts';
import type { Call, Postgres } from '../../db/statement.ts';
import type { StoredAnswer } from '../../tenancy/idempotency.ts';
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
import { tellAccepted } from './tell-accepted-postgres.ts';

// One read and one write for a whole batch. Conversations are locked in the order of their contacts,
// as every other batch does.

type Item = Call<AcceptInput>;

export async function acceptTogether(
  db: Postgres,
  calls: readonly Item[],
): Promise<readonly AcceptOutput[]> {
  const found = await find(db, calls);
  const outputs = calls.map((call, index): AcceptOutput => {
    const { answer, thread } = found[index] ?? {};
    if (answer) return { kind: 'recorded', answer };
    if (!thread) return { kind: 'no_thread' };
    const accepted = call.input.decide(thread.channel, thread.conversation);
    if (!('row' in accepted)) return { kind: 'refused', error: accepted };
    // The next message of this batch in this conversation sees this one.
    thread.conversation.sent_since_inbound += 1;
    return { kind: 'accepted', accepted };
  });
  const awaited = found.some((one, place) => one.isAwaited && outputs[place]?.kind === 'accepted');
  const written = await write(db, calls, outputs, { last: !awaited });
  const lost = calls.map((_, index) => outputs[index]?.kind === 'accepted' && !written.has(index));
  if (awaited) await tellAccepted(db, calls, { found, outputs, written });
  if (!lost.includes(true)) return outputs;
  // Another transaction wrote the record since it was looked for: now it can be read.
  const late = await find(db, calls);
  return outputs.map((output, index) => {
    if (!lost[index]) return output;
    const answer = late[index]?.answer;
    // A record that expired in between is gone: nothing was written, so it must be asked again.
    return answer ? { kind: 'recorded', answer } : { kind: 'undecided' };
  });
}

interface Found {
  answer?: StoredAnswer;
  thread?: { channel: ThreadChannel; conversation: ThreadConversation };
  isAwaited?: boolean;
}

interface FoundRow {
  place: number;
  tenant_id: string;
  is_awaited: boolean;
  fingerprint: string | null;
  answer_status: StoredAnswer['status'];
  body: StoredAnswer['body'];
  location: StoredAnswer['location'];
  channel_id: ThreadChannel['id'];
  type: ThreadChannel['type'];
  status: ThreadChannel['status'];
  status_reason: ThreadChannel['status_reason'];
  channel_address: ThreadChannel['address'];
  settings: ThreadChannel['settings'];
  conversation_id: string | null;
  contact_id: ThreadConversation['contact_id'];
  address: ThreadConversation['address'];
  last_inbound_at: ThreadConversation['last_inbound_at'];
  sent_since_inbound: ThreadConversation['sent_since_inbound'];
}

/** The record of each key, or else the thread, its conversation locked. */
async function find(db: Postgres, calls: readonly Item[]): Promise<readonly Found[]> {
  const rows = await db.rows<FoundRow>('accept-message-find', findSql, [
    calls.map((call) => call.tenantId),
    calls.map(({ input }) => input.channelId),
    calls.map(({ input }) => input.addresses.whatsapp),
    calls.map(({ input }) => input.addresses.instagram),
    calls.map(({ input }) => input.addresses.tiktok),
    calls.map(({ input }) => input.conversationId ?? null),
    calls.map(({ input }) => input.idempotency?.scope ?? null),
    calls.map(({ input }) => input.idempotency?.key ?? null),
    calls.map((_, index) => index),
  ]);
  const conversations = new Map<string, ThreadConversation>();
  const found: Found[] = calls.map(() => ({}));
  for (const row of rows) found[row.place] = toFound(row, conversations);
  return found;
}

/** Calls in one conversation share it. */
function toFound(row: FoundRow, conversations: Map<string, ThreadConversation>): Found {
  const { fingerprint, answer_status, body, location } = row;
  if (fingerprint !== null)
    return { answer: { fingerprint, status: answer_status, body, location } };
  if (row.conversation_id === null) return {};
  const key = `${row.tenant_id} ${row.conversation_id}`;
  const conversation = conversations.get(key) ?? {
    id: row.conversation_id,
    contact_id: row.contact_id,
    address: row.address,
    last_inbound_at: row.last_inbound_at,
    sent_since_inbound: row.sent_since_inbound,
  };
  conversations.set(key, conversation);
  const channel = {
    id: row.channel_id,
    type: row.type,
    status: row.status,
    status_reason: row.status_reason,
    address: row.channel_address,
    settings: row.settings,
  };
  return { thread: { channel, conversation }, isAwaited: row.is_awaited };
}

// A subquery with a limit is looked up row by row in its index. A join would be planned by the size
// that the tables have at the time, and the plan is kept while they grow.
const findSql = `
  with found as materialized (
    select c.place, c.tenant_id, r.fingerprint, r.status as answer_status, r.body, r.location,
      ch.id as channel_id, ch.type, ch.status, ch.status_reason, ch.address as channel_address,
      ch.settings, v.id as conversation_id, ${isAwaited('c.tenant_id')} as is_awaited
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
      $8::text[], $9::integer[]) as c (tenant_id, channel_id, whatsapp, instagram, tiktok,
      conversation_id, scope, key, place)
    left join lateral (
      select r.fingerprint, r.status, r.body, r.location from idempotency_records r
      where r.tenant_id = c.tenant_id and r.scope = c.scope and r.key = c.key limit 1
    ) r on true
    left join lateral (
      select ch.id, ch.type, ch.status, ch.status_reason, ch.address, ch.settings from channels ch
      where ch.tenant_id = c.tenant_id and ch.id = c.channel_id limit 1
    ) ch on true
    left join lateral (
      select v.id, v.thread from conversations v
      where c.conversation_id is null and v.tenant_id = c.tenant_id and v.channel_id = ch.id
        and v.address = case ch.type when 'whatsapp' then c.whatsapp when 'instagram' then c.instagram else c.tiktok end
      union all
      select v.id, v.thread from conversations v
      where v.tenant_id = c.tenant_id and v.id = c.conversation_id
      order by thread desc limit 1
    ) v on ch.id is not null and r.fingerprint is null
  ), locked as materialized (
    select v.tenant_id, v.id, v.contact_id, v.address, v.last_inbound_at, v.sent_since_inbound
    from conversations v
    where (v.tenant_id, v.id) in (
      select f.tenant_id, f.conversation_id from found f where f.conversation_id is not null)
    order by v.tenant_id, v.contact_id, v.id
    for no key update
  )
  select f.place, f.tenant_id, f.is_awaited, f.fingerprint, f.answer_status, f.body, f.location, f.channel_id,
    f.type, f.status, f.status_reason, f.channel_address, f.settings, l.id as conversation_id,
    l.contact_id, l.address, l.last_inbound_at, l.sent_since_inbound
  from found f left join locked l on l.tenant_id = f.tenant_id and l.id = f.conversation_id`;

/** Answers the places whose message was written: the others met a record of their key. */
async function write(
  db: Postgres,
  calls: readonly Item[],
  outputs: readonly AcceptOutput[],
  { last }: { last: boolean },
): Promise<ReadonlySet<number>> {
  const items = calls.flatMap((call, place) => {
    const output = outputs[place];
    return output?.kind === 'accepted' ? [{ place, call, accepted: output.accepted }] : [];
  });
  if (items.length === 0) return new Set();
  const of = <T>(pick: (accepted: Accepted) => T) => items.map((item) => pick(item.accepted));
  const keyed = <T>(pick: (call: Item, accepted: Accepted) => T) =>
    items.map(({ call, accepted }) => (call.input.idempotency ? pick(call, accepted) : null));
  const values = [
    items.map((item) => item.place),
    items.map((item) => item.call.tenantId),
    of(({ row }) => row.id),
    of(({ row }) => row.channel_id),
    of(({ row }) => row.channel_type),
    of(({ row }) => row.conversation_id),
    of(({ row }) => row.contact_id),
    of(({ row }) => row.type),
    of(({ row }) => row.from_address),
    of(({ row }) => row.to_address),
    of(({ row }) => row.text),
    of(({ row }) => row.text_key),
    of(({ row }) => row.content),
    of(({ row }) => row.source_type),
    of(({ row }) => row.source_id),
    of(({ row }) => row.message_tag),
    of(({ row }) => row.metadata),
    of(({ row }) => row.created_at),
    of(({ lastMessageText }) => lastMessageText),
    of(({ row }) => deliveryOf(row).payload),
    keyed((call) => call.input.idempotency?.scope),
    keyed((call) => call.input.idempotency?.key),
    keyed((_, { answer }) => answer?.fingerprint),
    keyed((_, { answer }) => answer?.status),
    keyed((_, { answer }) => answer?.body),
    keyed((_, { answer }) => answer?.location),
    keyed((call) => call.input.idempotency?.expiresAtMs),
  ];
  const rows = await db.rows<{ place: number }>('accept-message-write', writeSql, values, { last });
  return new Set(rows.map((row) => row.place));
}

const writeSql = `
  with given as materialized (
    select * from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
      $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[],
      $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[], $23::text[],
      $24::integer[], $25::text[], $26::text[], $27::bigint[])
    as g (place, tenant_id, id, channel_id, channel_type, conversation_id, contact_id, type, from_address,
      to_address, text, text_key, content, source_type, source_id, message_tag, metadata, created_at,
      last_message_text, payload, scope, key, fingerprint, status, body, location, expires_at)
  ), recorded as (
    insert into idempotency_records (tenant_id, scope, key, fingerprint, status, body, location, expires_at)
    select tenant_id, scope, key, fingerprint, status, body, location, expires_at
    from given where key is not null order by tenant_id, scope, key
    on conflict do nothing
    returning tenant_id, scope, key
  ), item as materialized (
    select g.* from given g
    where g.key is null
      or (g.tenant_id, g.scope, g.key) in (select r.tenant_id, r.scope, r.key from recorded r)
  ), message as (
    insert into messages (tenant_id, id, channel_id, channel_type, conversation_id, contact_id, direction,
      type, from_address, to_address, text, text_key, content, status, attempts, failures, timeline_length,
      source_type, source_id, message_tag, metadata, is_deleted, queued_at, created_at, updated_at)
    select tenant_id, id, channel_id, channel_type, conversation_id, contact_id, 'outbound',
      type, from_address, to_address, text, text_key, content, 'queued', 0, 0, 1,
      source_type, source_id, message_tag, metadata, 0, created_at, created_at, created_at
    from item
  ), timeline as (
    insert into message_events (tenant_id, message_id, id, type, at, received_at, ignored)
    select tenant_id, id, '${firstTimelineId}', 'queued', created_at, created_at, 0 from item
  ), job as (
    insert into jobs (tenant_id, name, payload, status, order_key, attempts, due_at, created_at)
    select tenant_id, 'deliver-message', payload, 'ready', conversation_id, 0,
      (extract(epoch from clock_timestamp()) * 1000)::bigint, created_at
    from item order by place
  ), newest as (
    select distinct on (tenant_id, conversation_id)
      tenant_id, conversation_id, id, type, last_message_text, created_at,
      count(*) over (partition by tenant_id, conversation_id) as messages
    from item order by tenant_id, conversation_id, place desc
  ), conversation as (
    update conversations v set
      last_message_id = n.id, last_message_direction = 'outbound', last_message_type = n.type,
      last_message_text = n.last_message_text, last_message_status = 'queued',
      last_message_asc = n.created_at, last_message_desc = n.created_at, last_outbound_at = n.created_at,
      waiting_since = '${latest}',
      first_reply_at = case when v.last_inbound_at is null then v.first_reply_at
        else coalesce(v.first_reply_at, n.created_at) end,
      sent_since_inbound = v.sent_since_inbound + n.messages,
      message_count = v.message_count + n.messages, updated_at = n.created_at
    from newest n where v.tenant_id = n.tenant_id and v.id = n.conversation_id
  )
  select place from item`;
