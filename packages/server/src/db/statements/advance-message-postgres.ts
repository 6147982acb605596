import type { MessageRow } from '../messaging-rows.ts';
import type { Call, Postgres } from '../statement.ts';
import { appendEvents, type NewEvent } from './append-events.ts';
import { holdLease } from './hold-leases.ts';
import {
  type AdvanceInput,
  type AdvanceOutput,
  type ThreadRow,
  threadColumns,
} from './message-step.ts';
import { settleJob } from './settle-jobs.ts';
import {
  type Advanced,
  type Known,
  touch,
  writeMessages,
  writeTimeline,
  writeTurns,
} from './write-advances-postgres.ts';

type Item = Call<AdvanceInput>;

// A whole batch in a handful of round trips. Rows are locked in the order of their ids: jobs,
// messages, conversations, throttles; two batches that meet wait for each other in one direction.

export async function advanceTogether(
  db: Postgres,
  calls: readonly Item[],
): Promise<readonly AdvanceOutput[]> {
  const held = await holdLeases(db, calls);
  const messages = await readMessages(
    db,
    calls.filter((_, index) => held[index]),
  );
  const nextAt = await lockThrottles(db, calls, messages);
  const done: Advanced[] = [];
  const outputs = calls.map((call, index): AdvanceOutput => {
    if (!held[index]) return { kind: 'lease_lost' };
    const known = messages.get(`${call.tenantId} ${call.input.messageId}`);
    if (!known) return { kind: 'missing' };
    const channel = `${call.tenantId} ${known.message.channel_id}`;
    const before = { ...known, channelNextAtUs: nextAt.get(channel) ?? 0 };
    const step = call.input.decide(before);
    done.push({ call, before, step });
    // The next call of this batch, for this message or on this channel, sees what this one did.
    known.message = {
      ...known.message,
      ...step.patch,
      timeline_length: known.message.timeline_length + (step.timeline?.length ?? 0),
    };
    if (step.pairNextAt !== undefined) known.thread.pair_next_at = step.pairNextAt;
    if (step.channelNextAtUs !== undefined) nextAt.set(channel, step.channelNextAtUs);
    return { kind: 'advanced', step };
  });
  await writeMessages(db, done, messages);
  await writeTimeline(db, done);
  await writeTurns(db, done, nextAt);
  await touch(db, done);
  await settle(db, done);
  await recordEvents(db, done);
  return outputs;
}

async function holdLeases(db: Postgres, calls: readonly Item[]): Promise<readonly boolean[]> {
  const leases = calls.flatMap(({ tenantId, input }, index) =>
    input.lease ? [{ index, call: { tenantId, input: input.lease } }] : [],
  );
  const held = calls.map(() => true);
  if (leases.length === 0) return held;
  const answers = await holdLease.postgres(
    db,
    leases.map((lease) => lease.call),
  );
  leases.forEach(({ index }, place) => {
    held[index] = answers[place] ?? false;
  });
  return held;
}

async function readMessages(db: Postgres, calls: readonly Item[]): Promise<Map<string, Known>> {
  const messages = await db.rows<MessageRow & { tenant_id: string }>(
    'advance-message-lock',
    `select m.* from messages m
     where (m.tenant_id, m.id) in (select * from unnest($1::text[], $2::text[]))
     order by m.tenant_id, m.id
     for no key update`,
    [calls.map((call) => call.tenantId), calls.map((call) => call.input.messageId)],
  );
  const threads = await db.rows<ThreadRow & { tenant_id: string }>(
    'advance-message-threads',
    `select v.tenant_id, ${threadColumns}
     from conversations v
     join contacts k on k.tenant_id = v.tenant_id and k.id = v.contact_id
     join channels ch on ch.tenant_id = v.tenant_id and ch.id = v.channel_id
     where (v.tenant_id, v.id) in (select * from unnest($1::text[], $2::text[]))
     order by v.tenant_id, v.id
     for no key update of v`,
    [
      messages.map((message) => message.tenant_id),
      messages.map((message) => message.conversation_id),
    ],
  );
  const byConversation = new Map(
    threads.map(({ tenant_id, ...thread }) => [`${tenant_id} ${thread.conversation_id}`, thread]),
  );
  const known = new Map<string, Known>();
  for (const { tenant_id, ...message } of messages) {
    const thread = byConversation.get(`${tenant_id} ${message.conversation_id}`);
    if (thread) known.set(`${tenant_id} ${message.id}`, { message, thread });
  }
  return known;
}

/** By `tenant channel`, when the next turn is; locked until the commit. */
async function lockThrottles(
  db: Postgres,
  calls: readonly Item[],
  messages: ReadonlyMap<string, Known>,
): Promise<Map<string, number>> {
  const keys = new Set<string>();
  for (const { tenantId, input } of calls) {
    const known = input.takesSlot && messages.get(`${tenantId} ${input.messageId}`);
    if (known) keys.add(`${tenantId} ${known.message.channel_id}`);
  }
  if (keys.size === 0) return new Map();
  const sorted = [...keys].sort().map((key) => key.split(' '));
  const rows = await db.rows<{ tenant_id: string; channel_id: string; next_at_us: number }>(
    'advance-message-throttles',
    `insert into channel_throttles as t (tenant_id, channel_id, next_at_us)
     select tenant_id, channel_id, 0 from unnest($1::text[], $2::text[]) as k (tenant_id, channel_id)
     on conflict (tenant_id, channel_id) do update set next_at_us = t.next_at_us
     returning tenant_id, channel_id, next_at_us`,
    [sorted.map(([tenantId]) => tenantId), sorted.map(([, channelId]) => channelId)],
  );
  return new Map(rows.map((row) => [`${row.tenant_id} ${row.channel_id}`, row.next_at_us]));
}

async function settle(db: Postgres, done: readonly Advanced[]): Promise<void> {
  const settlements = done.flatMap(({ call, step }) =>
    call.input.lease && step.job
      ? [{ tenantId: call.tenantId, input: { ...call.input.lease, ...step.job } }]
      : [],
  );
  if (settlements.length > 0) await settleJob.postgres(db, settlements);
}

async function recordEvents(db: Postgres, done: readonly Advanced[]): Promise<void> {
  const byTenant = new Map<string, NewEvent[]>();
  for (const { call, step } of done) {
    if (!call.input.writesEvents) continue;
    for (const event of step.events ?? []) {
      const events = byTenant.get(call.tenantId) ?? [];
      byTenant.set(call.tenantId, events);
      events.push({ ...event, tenantId: call.tenantId });
    }
  }
  if (byTenant.size === 0) return;
  const sorted = [...byTenant].sort(([a], [b]) => (a < b ? -1 : 1));
  await appendEvents.postgres(
    db,
    sorted.map(([tenantId, input]) => ({ tenantId, input })),
  );
}
