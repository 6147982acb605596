import type { ReadStatement } from '../../db/statement.ts';

/** The data of an endpoint that an attempt needs, as stored: headers and secrets are encrypted. */
export interface StoredDestination {
  url: string;
  headers: string;
  secrets: readonly { sealed: string; expiresAt: string | null }[];
}

interface Row {
  place: number;
  url: string;
  headers: string;
  sealed: string | null;
  expires_at: string | null;
}

/** Reads the data of an endpoint for an attempt; undefined when it is deleted. */
export const findDestination: ReadStatement<string, StoredDestination | undefined> = {
  name: 'find-destination',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const rows = db
      .prepare(
        `select 0 as place, w.url, w.headers, s.sealed, s.expires_at from webhook_endpoints w
         left join webhook_secrets s on s.tenant_id = w.tenant_id and s.endpoint_id = w.id
         where w.tenant_id = ? and w.id = ? and w.deleted_at is null order by s.number desc`,
      )
      // The type lists the selected columns.
      .all(tenantId, input) as Row[];
    return toDestination(rows);
  },
  async postgres(db, calls) {
    const rows = await db.rows<Row>('find-destination', postgresSql, [
      calls.map((_, place) => place),
      calls.map((call) => call.tenantId),
      calls.map((call) => call.input),
    ]);
    const found: Row[][] = calls.map(() => []);
    for (const row of rows) found[row.place]?.push(row);
    return found.map(toDestination);
  },
};

const postgresSql = `
  select k.place, w.url, w.headers, s.sealed, s.expires_at
  from unnest($1::integer[], $2::text[], $3::text[]) as k (place, tenant_id, id)
  cross join lateral (
    select w.url, w.headers from webhook_endpoints w
    where w.tenant_id = k.tenant_id and w.id = k.id and w.deleted_at is null limit 1
  ) w
  left join lateral (
    select s.sealed, s.expires_at from webhook_secrets s
    where s.tenant_id = k.tenant_id and s.endpoint_id = k.id order by s.number desc limit 10
  ) s on true`;

function toDestination(rows: readonly Row[]): StoredDestination | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const { url, headers } = first;
  const secrets = rows.flatMap(({ sealed, expires_at: expiresAt }) =>
    sealed === null ? [] : [{ sealed, expiresAt }],
  );
  return { url, headers, secrets };
}
