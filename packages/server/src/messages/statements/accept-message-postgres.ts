import { countedUp, type LimitCount } from '@parley/domain';
import { lockKindSql } from '../../crud/lock-kind.ts';
import { batchesOf, batchOf, texts } from '../../db/batches.ts';
import { type Call, databaseMs, type Postgres } from '../../db/statement.ts';
import type { StoredAnswer } from '../../tenancy/idempotency.ts';
import { firstTimelineId } from '../timeline.ts';
import {
  type AcceptInput,
  type AcceptOutput,
  acceptedInConversation,
  channelColumns,
  conversationColumns,
  deliveryOf,
  type FoundConversation,
  isAwaited,
  isForTransaction,
  type LockedConversation,
  lockedConversation,
  type NewlyAccepted,
  newMessageColumns,
} from './accepted-message.ts';
import { writeQueuedEvents } from './queued-events-postgres.ts';

// One read and one write for a whole batch. Conversations are locked in the order of their contacts,
// as every other batch does.

type Item = Call<AcceptInput>;

export async function acceptTogether(
  db: Postgres,
  calls: readonly Item[],
): Promise<readonly AcceptOutput[]> {
  let found = await find(db, calls);
  while (found.some((one) => one.isOld)) found = await find(db, calls);
  const outputs = calls.map((call, index): AcceptOutput => {
    const { answer, locked } = found[index] ?? {};
    if (answer) return { kind: 'recorded', answer };
    if (!locked) return { kind: 'no_conversation' };
    const accepted = call.input.decide(locked);
    if (!('row' in accepted)) return { kind: 'refused', error: accepted };
    if (isForTransaction(call.input, accepted)) return { kind: 'reaches_limit' };
    if (locked.limit) {
      const { created_at: at } = accepted.row;
      Object.assign(locked.limit, countedUp({ name: 'messagesPerMonth', at }, locked.limit));
    }
    // The next message of this batch in this conversation must count this one.
    locked.conversation.sentSinceInbound += 1;
    return { kind: 'accepted', accepted };
  });
  const awaited = found.some((one, place) => one.isAwaited && outputs[place]?.kind === 'accepted');
  const written = await write(db, calls, outputs, { last: !awaited });
  const lost = calls.map((_, index) => outputs[index]?.kind === 'accepted' && !written.has(index));
  if (awaited) await writeQueuedEvents(db, calls, { found, outputs, written });
  if (!lost.includes(true)) return outputs;
  // Another transaction wrote the record after the first read: now it can be read.
  const late = await find(db, calls);
  return outputs.map((output, index) => {
    if (!lost[index]) return output;
    const answer = late[index]?.answer;
    // The record expired meanwhile. Nothing was written, so the statement must run again.
    return answer ? { kind: 'recorded', answer } : { kind: 'undecided' };
  });
}

interface Found {
  answer?: StoredAnswer;
  locked?: Omit<LockedConversation, 'conversation'> & { conversation: Counted };
  isAwaited?: boolean;
  /**
   * Whether the customer wrote, or was merged, while the statement waited for the lock of the conversation. Then the
   * consent that it read may be older than the conversation.
   */
  isOld?: boolean;
}

type Counted = LockedConversation['conversation'] & { sentSinceInbound: number };

interface FoundRow extends Omit<FoundConversation, 'conversation_id'> {
  place: number;
  tenant_id: string;
  is_awaited: boolean;
  is_old: boolean;
  fingerprint: string | null;
  answer_status: StoredAnswer['status'];
  body: StoredAnswer['body'];
  location: StoredAnswer['location'];
  conversation_id: string | null;
  limit_max: number | null;
  limit_used: number;
  limit_period: string;
}

/** Returns for each call the stored response with its idempotency key or, if there is none, its locked conversation. */
async function find(db: Postgres, calls: readonly Item[]): Promise<readonly Found[]> {
  const rows = await db.rows<FoundRow>(
    'accept-message-find',
    findSql,
    asked.values({
      c: calls.map(({ tenantId, input }, place) => ({
        place,
        tenant_id: tenantId,
        channel_id: input.channelId,
        ...input.addresses,
        conversation_id: input.conversationId,
        scope: input.idempotency?.scope,
        key: input.idempotency?.key,
      })),
    }),
  );
  const known = {
    conversations: new Map<string, Counted>(),
    limits: new Map<string, LimitCount>(),
  };
  const found: Found[] = calls.map(() => ({}));
  for (const row of rows) found[row.place] = toFound(row, known);
  return found;
}

/**
 * Returns what was found for a call. Calls for the same conversation share one conversation object, and calls
 * of the same tenant share one limit object. So each call sees the counts of the earlier calls.
 */
function toFound(row: FoundRow, { conversations, limits }: Known): Found {
  const { fingerprint, answer_status: status, body, location, conversation_id } = row;
  if (fingerprint !== null) return { answer: { fingerprint, status, body, location } };
  if (conversation_id === null) return {};
  // If the conversation exists, so does its channel.
  const { channel, conversation, recipient } = lockedConversation(row as FoundConversation);
  const key = `${row.tenant_id} ${conversation_id}`;
  const shared = conversations.get(key) ?? conversation;
  conversations.set(key, shared);
  const limit = limitOf(row, limits);
  const locked = { channel, recipient, conversation: shared, limit };
  return { locked, isAwaited: row.is_awaited, isOld: row.is_old };
}

interface Known {
  readonly conversations: Map<string, Counted>;
  readonly limits: Map<string, LimitCount>;
}

function limitOf(
  { tenant_id, limit_max: max, limit_used: used, limit_period: period }: FoundRow,
  limits: Known['limits'],
): LimitCount | undefined {
  if (max === null) return undefined;
  const limit = limits.get(tenant_id) ?? { max, used, period };
  limits.set(tenant_id, limit);
  return limit;
}

const asked = batchesOf({
  c: batchOf({
    place: 'integer',
    ...texts('tenant_id', 'channel_id', 'whatsapp', 'instagram', 'tiktok', 'conversation_id'),
    ...texts('scope', 'key'),
  }),
});

/** SQL for what changes in a conversation if its transaction may change the consent of the contact, too. */
const customerSql = (v: string) =>
  `${v}.contact_id || ${v}.window_number || coalesce(${v}.last_inbound_at, '')`;

// A subquery with a limit is looked up row by row in its index. A join would be planned by the size
// that the tables have at the time, and the plan is kept while they grow.
const findSql = `
  with found as materialized (
    select c.place, c.tenant_id, r.*, ch.*, v.id, v.seen, ${isAwaited('c.tenant_id')} as is_awaited
    from ${asked.sql.c}
    left join lateral (
      select r.fingerprint, r.status as answer_status, r.body, r.location from idempotency_records r
      where r.tenant_id = c.tenant_id and r.scope = c.scope and r.key = c.key limit 1
    ) r on true
    left join lateral (
      select ${channelColumns} from channels ch
      where ch.tenant_id = c.tenant_id and ch.id = c.channel_id limit 1
    ) ch on true
    left join lateral (
      select v.id, v.thread, ${customerSql('v')} as seen from conversations v
      where c.conversation_id is null and v.tenant_id = c.tenant_id and v.channel_id = ch.channel_id
        and v.address = case ch.channel_type
          when 'whatsapp' then c.whatsapp when 'instagram' then c.instagram else c.tiktok end
      union all
      select v.id, v.thread, ${customerSql('v')} as seen from conversations v
      where v.tenant_id = c.tenant_id and v.id = c.conversation_id
      order by thread desc limit 1
    ) v on ch.channel_id is not null and r.fingerprint is null
  ), locked as materialized (
    select v.tenant_id as of_tenant, ${conversationColumns}
    from conversations v
    where (v.tenant_id, v.id) in (select f.tenant_id, f.id from found f where f.id is not null)
    order by v.tenant_id, v.contact_id, v.id
    for no key update
  ), held as materialized (
    -- After the conversations, and before the counters, as in limits.ts.
    ${lockKindSql({ kind: 'limit', isShared: true }, 'm.tenant_id')} from (
      select m.tenant_id from tenant_limits m
      where m.name = 'messagesPerMonth' and m.tenant_id in (select f.tenant_id from found f)
        and (select count(*) from locked) >= 0
      order by m.tenant_id
    ) m
  ), limited as materialized (
    select m.tenant_id as of_limit, m.max as limit_max, m.used as limit_used, m.period as limit_period
    from tenant_limits m
    where m.name = 'messagesPerMonth' and m.tenant_id in (select f.tenant_id from found f)
      and (select count(*) from held) > 0
    order by m.tenant_id
    for no key update
  )
  select f.*, l.*, f.seen <> ${customerSql('l')} as is_old, m.limit_max, m.limit_used, m.limit_period
  from found f left join locked l on l.of_tenant = f.tenant_id and l.conversation_id = f.id
    left join limited m on m.of_limit = f.tenant_id`;

/**
 * Writes messages. Returns the indexes of the calls whose messages were written. The idempotency keys of the others
 * already have a stored response.
 */
async function write(
  db: Postgres,
  calls: readonly Item[],
  outputs: readonly AcceptOutput[],
  options: { last: boolean },
): Promise<ReadonlySet<number>> {
  const places: number[] = [];
  const items = calls.flatMap(({ tenantId, input: { idempotency } }, place) => {
    const output = outputs[place];
    if (output?.kind !== 'accepted') return [];
    places.push(place);
    return [{ tenantId, input: { idempotency, accepted: output.accepted } }];
  });
  const written = await writeAcceptedTogether(db, items, options);
  return new Set(places.filter((_, place) => written[place]));
}

/** Writes messages. Returns false for each message whose idempotency key already has a stored response. */
export async function writeAcceptedTogether(
  db: Postgres,
  calls: readonly Call<NewlyAccepted>[],
  options?: { last: boolean },
): Promise<boolean[]> {
  if (calls.length === 0) return [];
  const values = [
    ...givenColumns.arrays(calls.map(givenOf)),
    ...newMessageColumns.arrays(calls.map(({ input }) => input.accepted.row)),
  ];
  const rows = await db.rows<{ place: number }>('accept-message-write', writeSql, values, options);
  const written = new Set(rows.map((row) => row.place));
  return calls.map((_, place) => written.has(place));
}

/** Returns the rows to write besides the message. */
function givenOf(
  { tenantId, input: { idempotency, accepted } }: Call<NewlyAccepted>,
  place: number,
) {
  const { row, priority, lastMessageText, answer } = accepted;
  return {
    place,
    tenant_id: tenantId,
    last_message_text: lastMessageText,
    payload: deliveryOf(row, priority).payload,
    priority,
    scope: idempotency?.scope,
    key: idempotency?.key,
    fingerprint: answer?.fingerprint,
    answer_status: answer?.status,
    body: answer?.body,
    location: answer?.location,
    expires_at: idempotency?.expiresAtMs,
  };
}

const givenColumns = batchOf({
  place: 'integer',
  ...texts('tenant_id', 'last_message_text', 'payload'),
  priority: 'integer',
  ...texts('scope', 'key', 'fingerprint', 'body', 'location'),
  answer_status: 'integer',
  expires_at: 'bigint',
});

const writeSql = `
  with given as materialized (
    select * from rows from (${givenColumns.unnest(1)}, ${newMessageColumns.unnest(1 + givenColumns.count)})
      as g (${givenColumns.names}, ${newMessageColumns.names})
  ), recorded as (
    insert into idempotency_records (tenant_id, scope, key, fingerprint, status, body, location, expires_at)
    select tenant_id, scope, key, fingerprint, answer_status, body, location, expires_at
    from given where key is not null order by tenant_id, scope, key
    on conflict do nothing
    returning tenant_id, scope, key
  ), item as materialized (
    select g.* from given g
    where g.key is null
      or (g.tenant_id, g.scope, g.key) in (select r.tenant_id, r.scope, r.key from recorded r)
  ), message as (
    insert into messages (tenant_id, ${newMessageColumns.names})
    select tenant_id, ${newMessageColumns.names} from item
  ), timeline as (
    insert into message_events (tenant_id, message_id, id, type, at, received_at, ignored)
    select tenant_id, id, '${firstTimelineId}', 'queued', created_at, created_at, 0 from item
  ), job as (
    insert into jobs (tenant_id, name, payload, status, order_key, lane, priority, attempts, due_at, created_at)
    select tenant_id, 'deliver-message', payload, 'ready', conversation_id, channel_id, priority, 0,
      ${databaseMs}, created_at
    from item order by place
  ), newest as (
    select distinct on (tenant_id, conversation_id)
      tenant_id, conversation_id, id, type, last_message_text, created_at,
      count(*) over (partition by tenant_id, conversation_id) as messages
    from item order by tenant_id, conversation_id, place desc
  ), conversation as (
    update conversations v set ${acceptedInConversation('n.')}
    from newest n where v.tenant_id = n.tenant_id and v.id = n.conversation_id
  )
  select place from item`;
