import type { Call, Postgres } from '../../db/statement.ts';
import { settling } from '../../db/statements/settle-jobs.ts';
import type { MessageRow } from '../table.ts';
import {
  type AdvanceInput,
  type MessageState,
  type Step,
  type ThreadRow,
  timelineId,
} from './message-step.ts';

// The writing half of advance-message-postgres.ts: all that a batch changes, in one statement.

export interface Advanced {
  readonly call: Call<AdvanceInput>;
  readonly before: MessageState;
  readonly step: Step<unknown>;
}

export interface Known {
  message: MessageRow;
  readonly thread: ThreadRow;
}

export async function writeAdvances(
  db: Postgres,
  done: readonly Advanced[],
  after: {
    messages: readonly (Known | undefined)[];
    /** By `tenant channel`. */
    nextAtUs: ReadonlyMap<string, number>;
  },
): Promise<void> {
  if (done.length === 0) return;
  const turns = [...after.nextAtUs];
  const messages = changedMessages(done, after.messages);
  const entries = timelineOf(done);
  const threads = changedThreads(done, messages);
  const touched = done.filter(({ step }) => step.outboundAt ?? step.seenAt);
  const settled = done.flatMap(({ call, step }) =>
    call.input.lease && step.job ? [{ ...call.input.lease, ...step.job }] : [],
  );
  await db.rows('advance-message-write', writeSql, [
    messages.map((item) => item.tenantId),
    messages.map(({ row }) => row.id),
    messages.map(({ row }) => row.status),
    messages.map(({ row }) => row.error),
    messages.map(({ row }) => row.attempts),
    messages.map(({ row }) => row.failures),
    messages.map(({ row }) => row.timeline_length),
    messages.map(({ row }) => row.external_id),
    messages.map(({ row }) => row.queued_at),
    messages.map(({ row }) => row.slot_at),
    messages.map(({ row }) => row.sending_at),
    messages.map(({ row }) => row.sent_at),
    messages.map(({ row }) => row.delivered_at),
    messages.map(({ row }) => row.read_at),
    messages.map(({ row }) => row.failed_at),
    messages.map(({ row }) => row.canceled_at),
    messages.map(({ row }) => row.updated_at),
    threads.map((thread) => thread.tenantId),
    threads.map((thread) => thread.id),
    threads.map((thread) => thread.status),
    threads.map((thread) => thread.updatedAt),
    threads.map((thread) => thread.pairNextAt),
    entries.map((entry) => entry.tenantId),
    entries.map((entry) => entry.messageId),
    entries.map((entry) => entry.id),
    entries.map((entry) => entry.type),
    entries.map((entry) => entry.at),
    entries.map((entry) => entry.receivedAt),
    entries.map((entry) => (entry.ignored ? 1 : 0)),
    entries.map((entry) => entry.error),
    touched.map(({ call }) => call.tenantId),
    touched.map(({ before }) => before.message.contact_id),
    touched.map(({ before }) => before.message.channel_id),
    touched.map(({ before }) => before.message.channel_type),
    touched.map(({ before }) => before.message.to_address),
    touched.map(({ step }) => step.outboundAt ?? ''),
    touched.map(({ step }) => step.seenAt ?? ''),
    turns.map(([key]) => key.split(' ')[0]),
    turns.map(([key]) => key.split(' ')[1]),
    turns.map(([, at]) => at),
    settled.map((job) => job.position),
    settled.map((job) => job.leaseToken),
    settled.map((job) => job.outcome),
    settled.map((job) => Math.round(job.delayMs)),
    settled.map((job) => job.error),
  ]);
}

interface Changed {
  tenantId: string;
  row: MessageRow;
  thread: ThreadRow;
}

function changedMessages(
  done: readonly Advanced[],
  messages: readonly (Known | undefined)[],
): Changed[] {
  const after = new Map(messages.flatMap((known) => (known ? [[known.message.id, known]] : [])));
  const changed = new Map<string, Changed>();
  for (const { call, before, step } of done) {
    const known = step.patch || step.timeline ? after.get(before.message.id) : undefined;
    if (!known) continue;
    const { message: row, thread } = known;
    changed.set(`${call.tenantId} ${row.id}`, { tenantId: call.tenantId, row, thread });
  }
  return [...changed.values()];
}

function timelineOf(done: readonly Advanced[]) {
  return done.flatMap(({ call, before, step }) =>
    (step.timeline ?? []).map((entry, index) => ({
      ...entry,
      tenantId: call.tenantId,
      messageId: before.message.id,
      id: timelineId(before.message.timeline_length + 1 + index),
    })),
  );
}

interface ChangedThread {
  tenantId: string;
  id: string;
  status: string | null;
  updatedAt: string | null;
  pairNextAt: number | null;
}

/** One entry for each conversation: its last message's status, its turn, or both. */
function changedThreads(done: readonly Advanced[], messages: readonly Changed[]): ChangedThread[] {
  const threads = new Map<string, ChangedThread>();
  const threadOf = (tenantId: string, id: string) => {
    const key = `${tenantId} ${id}`;
    const known = threads.get(key) ?? {
      tenantId,
      id,
      status: null,
      updatedAt: null,
      pairNextAt: null,
    };
    threads.set(key, known);
    return known;
  };
  for (const { tenantId, row, thread } of messages) {
    if (thread.last_message_id !== row.id) continue;
    const changed = threadOf(tenantId, row.conversation_id);
    changed.status = row.status;
    changed.updatedAt = row.updated_at;
  }
  for (const { call, before, step } of done) {
    if (step.pairNextAt === undefined) continue;
    threadOf(call.tenantId, before.message.conversation_id).pairNextAt = step.pairNextAt;
  }
  return [...threads.values()];
}

const writeSql = `
  with message as (
    update messages m set status = g.status, error = g.error, attempts = g.attempts,
      failures = g.failures, timeline_length = g.timeline_length, external_id = g.external_id,
      queued_at = g.queued_at, slot_at = g.slot_at, sending_at = g.sending_at, sent_at = g.sent_at,
      delivered_at = g.delivered_at, read_at = g.read_at, failed_at = g.failed_at,
      canceled_at = g.canceled_at, updated_at = g.updated_at
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[],
      $7::integer[], $8::text[], $9::text[], $10::bigint[], $11::bigint[], $12::text[], $13::text[],
      $14::text[], $15::text[], $16::text[], $17::text[])
      as g (tenant_id, id, status, error, attempts, failures, timeline_length, external_id, queued_at,
        slot_at, sending_at, sent_at, delivered_at, read_at, failed_at, canceled_at, updated_at)
    where m.tenant_id = g.tenant_id and m.id = g.id
  ), conversation as (
    update conversations v set last_message_status = coalesce(g.status, v.last_message_status),
      updated_at = case when g.status is distinct from v.last_message_status
        then coalesce(g.updated_at, v.updated_at) else v.updated_at end,
      pair_next_at = coalesce(g.pair_next_at, v.pair_next_at)
    from unnest($18::text[], $19::text[], $20::text[], $21::text[], $22::bigint[])
      as g (tenant_id, id, status, updated_at, pair_next_at)
    where v.tenant_id = g.tenant_id and v.id = g.id
  ), timeline as (
    insert into message_events (tenant_id, message_id, id, type, at, received_at, ignored, error)
    select * from unnest($23::text[], $24::text[], $25::text[], $26::text[], $27::text[], $28::text[],
      $29::smallint[], $30::text[])
  ), touched as materialized (
    select * from unnest($31::text[], $32::text[], $33::text[], $34::text[], $35::text[], $36::text[],
      $37::text[]) as g (tenant_id, contact_id, channel_id, channel_type, address, outbound_at, seen_at)
  ), identity as (
    update identities i set last_outbound_at = greatest(coalesce(i.last_outbound_at, ''), g.at),
      sent_since_inbound = i.sent_since_inbound + g.messages
    from (
      select tenant_id, channel_type, channel_id, address, max(outbound_at) as at, count(*) as messages
      from touched where outbound_at <> '' group by 1, 2, 3, 4 order by 1, 2, 3, 4
    ) g
    where i.tenant_id = g.tenant_id and i.channel_type = g.channel_type
      and i.scope = any(array['', g.channel_id]) and i.address = g.address
  ), contact as (
    update contacts k set
      last_outbound_at = nullif(greatest(coalesce(k.last_outbound_at, ''), g.outbound_at), ''),
      last_seen_at = greatest(k.last_seen_at, g.seen_at)
    from (
      select tenant_id, contact_id, max(outbound_at) as outbound_at, max(seen_at) as seen_at
      from touched group by 1, 2 order by 1, 2
    ) g
    where k.tenant_id = g.tenant_id and k.id = g.contact_id
  ), channel as (
    update channels ch set last_outbound_at = greatest(coalesce(ch.last_outbound_at, ''), g.at)
    from (
      select tenant_id, channel_id, max(outbound_at) as at
      from touched where outbound_at <> '' group by 1, 2 order by 1, 2
    ) g
    where ch.tenant_id = g.tenant_id and ch.id = g.channel_id
  ), turn as (
    update channel_throttles t set next_at_us = g.next_at_us
    from unnest($38::text[], $39::text[], $40::bigint[]) as g (tenant_id, channel_id, next_at_us)
    where t.tenant_id = g.tenant_id and t.channel_id = g.channel_id
  ), ${settling(41)}
  select 1`;
