import type { Sqlite, WriteStatement } from '../../db/statement.ts';
import { appendEvents } from '../../db/statements/append-events.ts';
import { holdLease } from '../../db/statements/hold-leases.ts';
import { settleJob } from '../../db/statements/settle-jobs.ts';
import type { MessageRow } from '../table.ts';
import { advanceTogether } from './advance-message-postgres.ts';
import {
  type AdvanceInput,
  type AdvanceOutput,
  type MessageState,
  type Step,
  type ThreadRow,
  threadColumns,
  timelineId,
} from './message-step.ts';

// Every change of an outbound message's status: the lease of its job, the message, its timeline, what
// the conversation, the contact and the channel show of it, and the events, in one commit.

export const advanceMessage: WriteStatement<AdvanceInput, AdvanceOutput> = {
  name: 'advance-message',
  access: 'write',
  addsDeliveries: (output) => output.kind === 'advanced' && output.deliveries,
  sqlite(db, { tenantId, input }) {
    const { lease } = input;
    if (lease && !holdLease.sqlite(db, { tenantId, input: lease })) return { kind: 'lease_lost' };
    const state = readState(db, tenantId, input);
    if (!state) return { kind: 'missing' };
    const step = input.decide(state);
    write(db, tenantId, state, step);
    if (lease && step.job) {
      settleJob.sqlite(db, { tenantId, input: { ...lease, ...step.job } });
    }
    const events = input.writesEvents ? (step.events ?? []) : [];
    const deliveries =
      events.length > 0 &&
      appendEvents.sqlite(db, {
        tenantId,
        input: events.map((event) => ({ ...event, tenantId })),
      });
    return { kind: 'advanced', step, deliveries };
  },
  postgres: advanceTogether,
};

function readState(
  db: Sqlite,
  tenantId: string,
  { messageId, takesSlot }: AdvanceInput,
): MessageState | undefined {
  // The rows have the columns that are selected: better-sqlite3 does not know their types.
  const message = db
    .prepare('select * from messages where tenant_id = ? and id = ?')
    .get(tenantId, messageId) as MessageRow | undefined;
  if (!message) return undefined;
  const thread = db
    .prepare(
      `select ${threadColumns}
       from conversations v
       join contacts k on k.tenant_id = v.tenant_id and k.id = v.contact_id
       join channels ch on ch.tenant_id = v.tenant_id and ch.id = v.channel_id
       where v.tenant_id = ? and v.id = ?`,
    )
    .get(tenantId, message.conversation_id) as ThreadRow;
  const throttle = takesSlot
    ? (db
        .prepare('select next_at_us from channel_throttles where tenant_id = ? and channel_id = ?')
        .get(tenantId, message.channel_id) as { next_at_us: number } | undefined)
    : undefined;
  return { message, thread, channelNextAtUs: throttle?.next_at_us ?? 0 };
}

function write(db: Sqlite, tenantId: string, state: MessageState, step: Step<unknown>): void {
  const { message, thread } = state;
  const { patch, timeline = [], channelNextAtUs, pairNextAt, outboundAt, seenAt } = step;
  timeline.forEach((entry, index) => {
    db.prepare(
      `insert into message_events (tenant_id, message_id, id, type, at, received_at, ignored, error)
       values (?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      tenantId,
      message.id,
      timelineId(message.timeline_length + 1 + index),
      entry.type,
      entry.at,
      entry.receivedAt,
      entry.ignored ? 1 : 0,
      entry.error,
    );
  });
  if (patch || timeline.length > 0) {
    const row = { ...message, ...patch };
    db.prepare(
      `update messages set status = ?, error = ?, attempts = ?, failures = ?, timeline_length = ?,
         external_id = ?, queued_at = ?, slot_at = ?, sending_at = ?, sent_at = ?, delivered_at = ?,
         read_at = ?, failed_at = ?, canceled_at = ?, updated_at = ?
       where tenant_id = ? and id = ?`,
    ).run(
      row.status,
      row.error,
      row.attempts,
      row.failures,
      row.timeline_length + timeline.length,
      row.external_id,
      row.queued_at,
      row.slot_at,
      row.sending_at,
      row.sent_at,
      row.delivered_at,
      row.read_at,
      row.failed_at,
      row.canceled_at,
      row.updated_at,
      tenantId,
      message.id,
    );
    if (thread.last_message_id === message.id && row.status !== message.status) {
      db.prepare(
        `update conversations set last_message_status = ?, updated_at = ? where tenant_id = ? and id = ?`,
      ).run(row.status, row.updated_at, tenantId, thread.conversation_id);
    }
  }
  if (pairNextAt !== undefined) {
    db.prepare('update conversations set pair_next_at = ? where tenant_id = ? and id = ?').run(
      pairNextAt,
      tenantId,
      thread.conversation_id,
    );
  }
  if (channelNextAtUs !== undefined) {
    db.prepare(
      `insert into channel_throttles (tenant_id, channel_id, next_at_us) values (?, ?, ?)
       on conflict (tenant_id, channel_id) do update set next_at_us = excluded.next_at_us`,
    ).run(tenantId, message.channel_id, channelNextAtUs);
  }
  if (outboundAt !== undefined) touchOutbound(db, tenantId, state, outboundAt);
  if (seenAt !== undefined) {
    db.prepare(
      `update contacts set last_seen_at = max(last_seen_at, ?) where tenant_id = ? and id = ?`,
    ).run(seenAt, tenantId, message.contact_id);
  }
}

function touchOutbound(db: Sqlite, tenantId: string, { message }: MessageState, at: string): void {
  db.prepare(
    `update contacts set last_outbound_at = max(coalesce(last_outbound_at, ''), ?)
     where tenant_id = ? and id = ?`,
  ).run(at, tenantId, message.contact_id);
  db.prepare(
    `update identities set last_outbound_at = max(coalesce(last_outbound_at, ''), ?),
       sent_since_inbound = sent_since_inbound + 1
     where tenant_id = ? and channel_type = ? and scope in ('', ?) and address = ?`,
  ).run(at, tenantId, message.channel_type, message.channel_id, message.to_address);
  db.prepare(
    `update channels set last_outbound_at = max(coalesce(last_outbound_at, ''), ?)
     where tenant_id = ? and id = ?`,
  ).run(at, tenantId, message.channel_id);
}
