import type { WriteStatement } from '../statement.ts';

export interface NewEvent {
  tenantId: string;
  id: string;
  type: string;
  subjectType: string;
  subjectId: string;
  actorType: string;
  actorId: string | null;
  grantId: string | null;
  /** The envelope's `data` as JSON text. */
  data: string;
  test: boolean;
  createdAt: string;
}

/**
 * Numbers a tenant's events without a gap and writes them. Run it last before the commit: the
 * counter's row stays locked until then, so that the order of numbers is the order of commits.
 * Calls must come in ascending order of tenant.
 */
export const appendEvents: WriteStatement<readonly NewEvent[], number> = {
  name: 'append-events',
  access: 'write',
  sqlite(db, { tenantId, input }) {
    // `returning` answers exactly one row: the counter of this tenant.
    const { last } = db
      .prepare(
        `insert into event_counters (tenant_id, last_sequence) values (?, ?)
         on conflict (tenant_id) do update set last_sequence = last_sequence + excluded.last_sequence
         returning last_sequence as last`,
      )
      .get(tenantId, input.length) as { last: number };
    const insert = db.prepare(
      `insert into events (tenant_id, id, sequence, type, subject_type, subject_id, actor_type, actor_id,
         grant_id, data, test, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    input.forEach((event, index) => {
      insert.run(
        tenantId,
        event.id,
        last - input.length + 1 + index,
        event.type,
        event.subjectType,
        event.subjectId,
        event.actorType,
        event.actorId,
        event.grantId,
        event.data,
        event.test ? 1 : 0,
        event.createdAt,
      );
    });
    return last;
  },
  async postgres(db, calls) {
    const events = calls.flatMap((call) =>
      call.input.map((event) => ({ ...event, tenantId: call.tenantId })),
    );
    const counters = await db.rows<{ tenant_id: string; last: number }>(
      'append-events',
      postgresSql,
      [
        events.map((event) => event.tenantId),
        events.map((event) => event.id),
        events.map((event) => event.type),
        events.map((event) => event.subjectType),
        events.map((event) => event.subjectId),
        events.map((event) => event.actorType),
        events.map((event) => event.actorId),
        events.map((event) => event.grantId),
        events.map((event) => event.data),
        events.map((event) => (event.test ? 1 : 0)),
        events.map((event) => event.createdAt),
      ],
    );
    const last = new Map(counters.map((counter) => [counter.tenant_id, counter.last]));
    return calls.map((call) => last.get(call.tenantId) ?? 0);
  },
};

const postgresSql = `
  with incoming as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
      $8::text[], $9::text[], $10::smallint[], $11::text[])
    with ordinality as e (tenant_id, id, type, subject_type, subject_id, actor_type, actor_id, grant_id,
      data, test, created_at, place)
  ), counted as (
    select tenant_id, count(*) as n from incoming group by tenant_id
  ), counters as (
    insert into event_counters (tenant_id, last_sequence)
    select tenant_id, n from counted order by tenant_id
    on conflict (tenant_id) do update
      set last_sequence = event_counters.last_sequence + excluded.last_sequence
    returning tenant_id, last_sequence
  ), written as (
    insert into events (tenant_id, id, sequence, type, subject_type, subject_id, actor_type, actor_id,
      grant_id, data, test, created_at)
    select i.tenant_id, i.id,
      c.last_sequence - n.n + row_number() over (partition by i.tenant_id order by i.place),
      i.type, i.subject_type, i.subject_id, i.actor_type, i.actor_id, i.grant_id, i.data, i.test, i.created_at
    from incoming i
    join counted n on n.tenant_id = i.tenant_id
    join counters c on c.tenant_id = i.tenant_id
  )
  select tenant_id, last_sequence as last from counters`;
