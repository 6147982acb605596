import type { MessageRow } from '../messaging-rows.ts';
import type { Call, Postgres } from '../statement.ts';
import {
  type AdvanceInput,
  type MessageState,
  type Step,
  type ThreadRow,
  timelineId,
} from './message-step.ts';

// The writing half of advance-message-postgres.ts: one statement per table and batch.

export interface Advanced {
  readonly call: Call<AdvanceInput>;
  readonly before: MessageState;
  readonly step: Step<unknown>;
}

export interface Known {
  message: MessageRow;
  readonly thread: ThreadRow;
}

export async function writeMessages(
  db: Postgres,
  done: readonly Advanced[],
  messages: ReadonlyMap<string, Known>,
): Promise<void> {
  const keys = new Set<string>();
  for (const { call, step } of done) {
    if (step.patch || step.timeline) keys.add(`${call.tenantId} ${call.input.messageId}`);
  }
  const changed = [...keys].flatMap((key) => {
    const known = messages.get(key);
    return known ? [{ tenantId: key.slice(0, key.indexOf(' ')), ...known }] : [];
  });
  if (changed.length === 0) return;
  const of = <T>(pick: (row: MessageRow) => T) => changed.map(({ message }) => pick(message));
  await db.rows('advance-message-write', writeSql, [
    changed.map((item) => item.tenantId),
    of((row) => row.id),
    of((row) => row.conversation_id),
    of((row) => row.status),
    of((row) => row.error),
    of((row) => row.attempts),
    of((row) => row.failures),
    of((row) => row.timeline_length),
    of((row) => row.external_id),
    of((row) => row.queued_at),
    of((row) => row.slot_at),
    of((row) => row.sending_at),
    of((row) => row.sent_at),
    of((row) => row.delivered_at),
    of((row) => row.read_at),
    of((row) => row.failed_at),
    of((row) => row.canceled_at),
    of((row) => row.updated_at),
  ]);
}

const writeSql = `
  with given as materialized (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::integer[],
      $7::integer[], $8::integer[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::text[],
      $14::text[], $15::text[], $16::text[], $17::text[], $18::text[])
    as g (tenant_id, id, conversation_id, status, error, attempts, failures, timeline_length, external_id,
      queued_at, slot_at, sending_at, sent_at, delivered_at, read_at, failed_at, canceled_at, updated_at)
  ), conversation as (
    update conversations v set last_message_status = g.status, updated_at = g.updated_at
    from given g
    where v.tenant_id = g.tenant_id and v.id = g.conversation_id and v.last_message_id = g.id
      and v.last_message_status is distinct from g.status
  )
  update messages m set status = g.status, error = g.error, attempts = g.attempts, failures = g.failures,
    timeline_length = g.timeline_length, external_id = g.external_id, queued_at = g.queued_at,
    slot_at = g.slot_at, sending_at = g.sending_at, sent_at = g.sent_at, delivered_at = g.delivered_at,
    read_at = g.read_at, failed_at = g.failed_at, canceled_at = g.canceled_at, updated_at = g.updated_at
  from given g where m.tenant_id = g.tenant_id and m.id = g.id`;

export async function writeTimeline(db: Postgres, done: readonly Advanced[]): Promise<void> {
  const entries = done.flatMap(({ call, before, step }) =>
    (step.timeline ?? []).map((entry, index) => ({
      ...entry,
      tenantId: call.tenantId,
      messageId: before.message.id,
      id: timelineId(before.message.timeline_length + 1 + index),
    })),
  );
  if (entries.length === 0) return;
  await db.rows(
    'advance-message-timeline',
    `insert into message_events (tenant_id, message_id, id, type, at, received_at, ignored, error)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
       $7::smallint[], $8::text[])`,
    [
      entries.map((entry) => entry.tenantId),
      entries.map((entry) => entry.messageId),
      entries.map((entry) => entry.id),
      entries.map((entry) => entry.type),
      entries.map((entry) => entry.at),
      entries.map((entry) => entry.receivedAt),
      entries.map((entry) => (entry.ignored ? 1 : 0)),
      entries.map((entry) => entry.error),
    ],
  );
}

export async function writeTurns(
  db: Postgres,
  done: readonly Advanced[],
  nextAt: ReadonlyMap<string, number>,
): Promise<void> {
  if (nextAt.size > 0) {
    const turns = [...nextAt].sort(([a], [b]) => (a < b ? -1 : 1));
    await db.rows(
      'advance-message-turns',
      `update channel_throttles t set next_at_us = g.next_at_us
       from unnest($1::text[], $2::text[], $3::bigint[]) as g (tenant_id, channel_id, next_at_us)
       where t.tenant_id = g.tenant_id and t.channel_id = g.channel_id`,
      [
        turns.map(([key]) => key.split(' ')[0]),
        turns.map(([key]) => key.split(' ')[1]),
        turns.map(([, at]) => at),
      ],
    );
  }
  const pairs = done.filter(({ step }) => step.pairNextAt !== undefined);
  if (pairs.length === 0) return;
  await db.rows(
    'advance-message-pairs',
    `update conversations v set pair_next_at = g.next_at
     from unnest($1::text[], $2::text[], $3::bigint[]) as g (tenant_id, id, next_at)
     where v.tenant_id = g.tenant_id and v.id = g.id`,
    [
      pairs.map(({ call }) => call.tenantId),
      pairs.map(({ before }) => before.message.conversation_id),
      pairs.map(({ step }) => step.pairNextAt),
    ],
  );
}

export async function touch(db: Postgres, done: readonly Advanced[]): Promise<void> {
  const touched = done.filter(({ step }) => step.outboundAt ?? step.seenAt);
  if (touched.length === 0) return;
  await db.rows('advance-message-touch', touchSql, [
    touched.map(({ call }) => call.tenantId),
    touched.map(({ before }) => before.message.contact_id),
    touched.map(({ before }) => before.message.channel_id),
    touched.map(({ before }) => before.message.channel_type),
    touched.map(({ before }) => before.message.to_address),
    touched.map(({ step }) => step.outboundAt ?? ''),
    touched.map(({ step }) => step.seenAt ?? ''),
  ]);
}

const touchSql = `
  with given as materialized (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
      as g (tenant_id, contact_id, channel_id, channel_type, address, outbound_at, seen_at)
  ), identity as (
    update identities i set last_outbound_at = greatest(coalesce(i.last_outbound_at, ''), g.at),
      sent_since_inbound = i.sent_since_inbound + g.messages
    from (
      select tenant_id, channel_type, channel_id, address, max(outbound_at) as at, count(*) as messages
      from given where outbound_at <> '' group by 1, 2, 3, 4
    ) g
    where i.tenant_id = g.tenant_id and i.channel_type = g.channel_type
      and i.scope in ('', g.channel_id) and i.address = g.address
  ), contact as (
    update contacts k set
      last_outbound_at = nullif(greatest(coalesce(k.last_outbound_at, ''), g.outbound_at), ''),
      last_seen_at = greatest(k.last_seen_at, g.seen_at)
    from (
      select tenant_id, contact_id, max(outbound_at) as outbound_at, max(seen_at) as seen_at
      from given group by 1, 2
    ) g
    where k.tenant_id = g.tenant_id and k.id = g.contact_id
  )
  update channels ch set last_outbound_at = greatest(coalesce(ch.last_outbound_at, ''), g.at)
  from (
    select tenant_id, channel_id, max(outbound_at) as at from given where outbound_at <> '' group by 1, 2
  ) g
  where ch.tenant_id = g.tenant_id and ch.id = g.channel_id`;
