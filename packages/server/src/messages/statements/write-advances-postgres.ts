import type { Snake } from '@parley/contract/schemas';
import type { SteppedField } from '@parley/domain';
import { batchesOf, batchOf, integers, texts } from '../../db/batches.ts';
import type { Call, Postgres } from '../../db/statement.ts';
import { freeNext } from '../../jobs/statements/free-jobs.ts';
import { settlementArrays, settling } from '../../jobs/statements/settle-jobs.ts';
import type { MessageRow } from '../table.ts';
import {
  type AdvanceInput,
  type ContextRow,
  type ConversationCells,
  entryColumns,
  type RowStep,
} from './message-step.ts';

// The statement of advance-message-postgres.ts that writes all changes of a batch.

export interface Advanced {
  readonly call: Call<AdvanceInput>;
  readonly before: Known;
  readonly step: RowStep<unknown>;
  /** The message after the step. */
  readonly after: TenantMessageRow;
}

/** The row of a message with its tenant. */
export type TenantMessageRow = MessageRow & { readonly tenant_id: string };

export interface Known {
  message: TenantMessageRow;
  readonly context: ContextRow;
}

export async function writeAdvances(db: Postgres, done: readonly Advanced[]): Promise<void> {
  if (done.length === 0) return;
  const settled = done.flatMap(({ call: { tenantId, input }, step }) =>
    input.lease && step.job ? [{ ...input.lease, tenantId, ...step.job }] : [],
  );
  const touched = done.filter(({ step }) => step.outboundAt ?? step.seenAt);
  const written = db.rows('advance-message-write', writeSql, [
    ...given.values({
      message: changedMessages(done),
      conversation: changedConversations(done),
      entry: done.flatMap(({ call: { tenantId }, step: { entry } }) =>
        entry ? [{ ...entry, tenant_id: tenantId }] : [],
      ),
      touch: touched.map(({ call, before: { message }, step }) => ({
        tenant_id: call.tenantId,
        contact_id: message.contact_id,
        channel_id: message.channel_id,
        channel_type: message.channel_type,
        address: message.to_address,
        outbound_at: step.outboundAt ?? '',
        seen_at: step.seenAt ?? '',
      })),
    }),
    ...settlementArrays(settled),
  ]);
  await Promise.all([written, freeNext(db, settled)]);
}

/** Returns each changed message in its state after its last step. */
function changedMessages(done: readonly Advanced[]) {
  const changed = new Map<string, TenantMessageRow>();
  for (const { call, step, after } of done) {
    if (step.patch) changed.set(`${call.tenantId} ${after.id}`, after);
  }
  return [...changed.values()];
}

/** Returns one change for each conversation, which combines the changes of all steps. */
function changedConversations(done: readonly Advanced[]) {
  const changed = new Map<string, ConversationCells & { tenant_id: string; id: string }>();
  for (const { call, before, step } of done) {
    const { conversation } = step;
    if (!conversation) continue;
    const { tenantId: tenant_id } = call;
    const { conversation_id: id } = before.message;
    const known = changed.get(`${tenant_id} ${id}`);
    const { last_message_status = null, updated_at = null, pair_next_at = null } = known ?? {};
    changed.set(`${tenant_id} ${id}`, {
      tenant_id,
      id,
      last_message_status: conversation.last_message_status ?? last_message_status,
      updated_at: conversation.updated_at ?? updated_at,
      pair_next_at: conversation.pair_next_at ?? pair_next_at,
      quota: conversation.quota + (known?.quota ?? 0),
    });
  }
  return [...changed.values()];
}

/** The columns of a message that a step writes. */
const steppedTypes = {
  ...texts('status', 'error', 'external_id', 'queued_at', 'sent_at', 'delivered_at', 'read_at'),
  ...texts('failed_at', 'canceled_at', 'updated_at', 'category'),
  ...integers('attempts', 'failures', 'timeline_length', 'window_number'),
  sending_at: 'bigint',
} as const satisfies Record<Snake<SteppedField> | 'timeline_length', string>;
const steppedColumns = batchOf(steppedTypes);

const given = batchesOf({
  message: batchOf({ ...texts('tenant_id', 'id'), ...steppedTypes }),
  conversation: batchOf({
    ...texts('tenant_id', 'id', 'last_message_status', 'updated_at'),
    pair_next_at: 'bigint',
    quota: 'integer',
  }),
  entry: entryColumns,
  touch: batchOf({
    ...texts('tenant_id', 'contact_id', 'channel_id', 'channel_type', 'address'),
    ...texts('outbound_at', 'seen_at'),
  }),
});

/** SQL that applies step `g` to its conversation `v`. */
const stepInConversation = `
  last_message_status = coalesce(g.last_message_status, v.last_message_status),
  updated_at = coalesce(g.updated_at, v.updated_at),
  pair_next_at = coalesce(g.pair_next_at, v.pair_next_at),
  sent_since_inbound = case when v.sent_since_inbound + g.quota > 0 then v.sent_since_inbound + g.quota else 0 end`;

const writeSql = `
  with stepped as (
    update messages m set ${steppedColumns.assignments([], 'message')}
    from ${given.sql.message}
    where m.tenant_id = message.tenant_id and m.id = message.id
  ), shown as (
    update conversations v set ${stepInConversation}
    from (select * from ${given.sql.conversation}) g
    where v.tenant_id = g.tenant_id and v.id = g.id
  ), timeline as (
    insert into message_events (${entryColumns.names}) select * from ${given.sql.entry}
  ), touched as materialized (
    select * from ${given.sql.touch}
  ), identity as (
    update identities i set last_outbound_at = greatest(coalesce(i.last_outbound_at, ''), g.at)
    from (
      select tenant_id, channel_type, channel_id, address, max(outbound_at) as at
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
  ), ${settling(given.next)}
  select 1`;
