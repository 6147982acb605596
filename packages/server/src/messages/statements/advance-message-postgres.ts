import { batchesOf, batchOf, texts } from '../../db/batches.ts';
import type { Call, Postgres } from '../../db/statement.ts';
import { appendAll } from '../../events/statements/append-events.ts';
import type { MessageRow } from '../table.ts';
import {
  type AdvanceInput,
  type AdvanceOutput,
  type ContextRow,
  contextColumns,
} from './message-step.ts';
import {
  type Advanced,
  type Known,
  type TenantMessageRow,
  writeAdvances,
} from './write-advances-postgres.ts';

// A whole batch in a few round trips. Every transaction locks a contact, then its conversations, then their messages,
// and a batch locks its contacts by id: conflicting transactions always wait in the same direction.

type Item = Call<AdvanceInput>;

export async function advanceTogether(
  db: Postgres,
  calls: readonly Item[],
): Promise<readonly AdvanceOutput[]> {
  const found = await find(db, calls);
  const lost = await findLost(db, calls, found);
  const done: Advanced[] = [];
  const outputs = calls.map((call, place): AdvanceOutput => {
    const known = found[place];
    if (!known) return { kind: lost.has(place) ? 'lease_lost' : 'missing' };
    const before = { ...known };
    const step = call.input.decide(before);
    const { message } = before;
    const after = { ...message, ...step.patch };
    done.push({ call, before, step, after });
    // The next call of this batch for this message sees the changes of this one.
    known.message = after;
    known.context.pair_next_at = step.conversation?.pair_next_at ?? known.context.pair_next_at;
    return { kind: 'advanced', step, deliveries: false };
  });
  await writeAdvances(db, done);
  const deliveries = await recordEvents(db, done);
  if (!deliveries) return outputs;
  return outputs.map((output) => (output.kind === 'advanced' ? { ...output, deliveries } : output));
}

/**
 * Returns the rows of each call, by its index; undefined when the message is missing or another worker has the lease.
 */
async function find(db: Postgres, calls: readonly Item[]): Promise<readonly (Known | undefined)[]> {
  const known = new Map<string, Known>();
  const found: (Known | undefined)[] = calls.map(() => undefined);
  let places: readonly number[] = calls.map((_, place) => place);
  while (places.length > 0) {
    const merged: number[] = [];
    for (const row of await lookUp(db, calls, places)) {
      const { place, tenant_id } = row;
      if (row.contact_id === null) merged.push(place);
      if (row.id === null) continue;
      // Calls for one message share it. A row holds the message and its conversation.
      const key = `${tenant_id} ${row.id}`;
      const whole = row as TenantMessageRow & ContextRow;
      const shared = known.get(key) ?? { message: whole, context: whole };
      known.set(key, shared);
      found[place] = shared;
    }
    // The statement waited for a contact that was merged into another one. A new statement finds the other one.
    places = merged;
  }
  return found;
}

type Looked = {
  [Column in keyof (MessageRow & ContextRow)]: (MessageRow & ContextRow)[Column] | null;
};

/**
 * Reads a row for each existing message. The row has no message or contact if it was deleted after the row was found.
 */
async function lookUp(db: Postgres, calls: readonly Item[], places: readonly number[]) {
  return await db.rows<Looked & { place: number; tenant_id: string }>(
    'advance-message-find',
    findSql,
    asked.values({
      a: places.flatMap((place) => {
        const call = calls[place];
        if (!call) return [];
        const { messageId: id, lease } = call.input;
        const { position, leaseToken: lease_token } = lease ?? {};
        return [{ place, tenant_id: call.tenantId, id, position, lease_token }];
      }),
    }),
  );
}

const asked = batchesOf({
  a: batchOf({ position: 'bigint', place: 'integer', ...texts('tenant_id', 'id', 'lease_token') }),
});

// As in accept-message-postgres.ts, rows are looked up one by one: no plan depends on a table's size.
const findSql = `
  with asked as materialized (
    select * from ${asked.sql.a}
  ), held as materialized (
    select j.position
    from asked a
    cross join lateral (
      select j.position from jobs j
      where j.position = a.position and j.lease_token = a.lease_token limit 1 for no key update
    ) j
  ), found as materialized (
    select a.place, a.tenant_id, a.id, m.conversation_id, v.contact_id
    from asked a
    cross join lateral (
      select m.conversation_id from messages m
      where m.tenant_id = a.tenant_id and m.id = a.id limit 1
    ) m
    cross join lateral (
      select v.contact_id from conversations v
      where v.tenant_id = a.tenant_id and v.id = m.conversation_id limit 1
    ) v
    where a.position is null or exists (select 1 from held h where h.position = a.position)
    order by a.tenant_id, v.contact_id, m.conversation_id, a.id
  )
  select f.place, ${contextColumns}, m.*, k.id as contact_id
  from found f
  left join lateral (
    select k.* from contacts k
    where k.tenant_id = f.tenant_id and k.id = f.contact_id limit 1 for no key update
  ) k on true
  left join lateral (
    select v.* from conversations v
    where v.tenant_id = k.tenant_id and v.id = f.conversation_id limit 1 for no key update
  ) v on true
  left join lateral (
    select ch.* from channels ch where ch.tenant_id = v.tenant_id and ch.id = v.channel_id limit 1
  ) ch on true
  left join lateral (
    select t.status from tenants t where t.tenant_id = f.tenant_id limit 1
  ) t on true
  left join lateral (
    select m.* from messages m where m.tenant_id = v.tenant_id and m.id = f.id limit 1 for no key update
  ) m on true`;

/** Returns the indexes of the calls without rows whose lease of the job is lost. */
async function findLost(
  db: Postgres,
  calls: readonly Item[],
  found: readonly (Known | undefined)[],
): Promise<ReadonlySet<number>> {
  const absent = calls.flatMap(({ input: { lease } }, place) =>
    lease && !found[place] ? [{ place, ...lease }] : [],
  );
  if (absent.length === 0) return new Set();
  const held = await db.rows<{ position: number; lease_token: string }>(
    'advance-message-held',
    'select position, lease_token from jobs where position = any($1::bigint[])',
    [absent.map((lease) => lease.position)],
  );
  const tokens = new Map(held.map((row) => [row.position, row.lease_token]));
  const lost = absent.filter((lease) => tokens.get(lease.position) !== lease.leaseToken);
  return new Set(lost.map((lease) => lease.place));
}

/** Records the events of the steps. Returns whether some of them go to webhook endpoints. */
async function recordEvents(db: Postgres, done: readonly Advanced[]): Promise<boolean> {
  const events = done.flatMap(({ call: { tenantId, input }, step: { event } }) =>
    input.writesEvents && event ? [{ ...event, tenantId }] : [],
  );
  return await appendAll(db, events);
}
