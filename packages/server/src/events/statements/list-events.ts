import { perCall, type ReadStatement } from '../../db/statement.ts';

export interface EventSelection {
  /** The types of the events; undefined = all types. */
  types: readonly string[] | undefined;
  subjectIds: readonly string[] | undefined;
  /** The events have a sequence number greater than `above`, and at most `upTo`. */
  above: number;
  upTo: number;
  since: string | undefined;
  until: string | undefined;
  direction: 'asc' | 'desc';
  limit: number;
}

export interface LoggedEvent {
  id: string;
  sequence: number;
  body: string;
}

/**
 * Returns events in the order of their sequence numbers. Each type and each subject has an index, of which only the
 * part that the page needs is read. Without these limits, both databases would read all events of a type.
 */
export const listEvents: ReadStatement<EventSelection, LoggedEvent[]> = {
  name: 'list-events',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const { direction, limit } = input;
    const { way, keys } = wayOf(input);
    const read = db.prepare(sqliteSql(way, direction));
    const values = {
      tenant: tenantId,
      above: input.above,
      upTo: input.upTo,
      since: input.since ?? null,
      until: input.until ?? null,
      types: input.types ? JSON.stringify(input.types) : null,
      limit,
    };
    // `pluck` returns the one selected column.
    const found = keys.flatMap((key) => read.pluck().all({ ...values, key }) as number[]);
    const sign = direction === 'asc' ? 1 : -1;
    const page = found.sort((a, b) => sign * (a - b)).slice(0, limit);
    // The bodies are read only for the page, because each type has returned the sequences of a whole page.
    const sql = `select id, sequence, body from events
      where tenant_id = ? and sequence in (select value from json_each(?)) order by sequence ${direction}`;
    // The type has the selected columns.
    return db.prepare(sql).all(tenantId, JSON.stringify(page)) as LoggedEvent[];
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const { way, keys } = wayOf(input);
    const { direction, above, upTo, since, until, types, limit } = input;
    return await db.rows<LoggedEvent>(
      `list-events-by-${way}-${direction}`,
      postgresSql(way, direction),
      [tenantId, keys, above, upTo, since ?? null, until ?? null, types ?? null, limit],
    );
  }),
};

/** Returns the SQL that names the index. Otherwise SQLite would read all events in the range. */
export function sqliteSql(way: Way, direction: 'asc' | 'desc'): string {
  return `
    select e.sequence from events e indexed by ${indexOf[way]}
    where e.tenant_id = @tenant and ${isOf[way]('@key')}
      and e.sequence > @above and e.sequence <= @upTo
      and (@since is null or e.created_at >= @since) and (@until is null or e.created_at < @until)
      and (@types is null or e.type in (select value from json_each(@types)))
    order by e.sequence ${direction} limit @limit`;
}

type Way = 'sequence' | 'type' | 'subject';

const indexOf: Readonly<Record<Way, string>> = {
  sequence: 'events_sequence',
  type: 'events_by_type',
  subject: 'events_by_subject',
};

const isOf: Readonly<Record<Way, (key: string) => string>> = {
  sequence: (key) => `${key} = ''`,
  type: (key) => `e.type = ${key}`,
  subject: (key) => `e.subject_id = ${key}`,
};

function wayOf({ types, subjectIds }: EventSelection): { way: Way; keys: readonly string[] } {
  if (subjectIds) return { way: 'subject', keys: [...new Set(subjectIds)] };
  return types ? { way: 'type', keys: types } : { way: 'sequence', keys: [''] };
}

function postgresSql(way: Way, direction: 'asc' | 'desc'): string {
  return `
    select p.id, p.sequence, p.body
    from unnest($2::text[]) as k (key)
    cross join lateral (
      select e.id, e.sequence, e.body from events e
      where e.tenant_id = $1 and ${isOf[way]('k.key')}
        and e.sequence > $3::bigint and e.sequence <= $4::bigint
        and ($5::text is null or e.created_at >= $5) and ($6::text is null or e.created_at < $6)
        and ($7::text[] is null or e.type = any ($7))
      order by e.sequence ${direction} limit $8::integer
    ) p
    order by p.sequence ${direction} limit $8::integer`;
}
