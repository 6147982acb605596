import { snake, type TagEntity, tagEntities } from '@parley/contract/schemas';
import { type Postgres, perCall, type ReadStatement, type Sqlite } from './statement.ts';

// Finds records by their tags, in the table in which triggers store each tag of each record (decision 364).

/** The kind of record of each table with tags. */
export const taggedAs: ReadonlyMap<string, TagEntity> = new Map(
  tagEntities.map((entity) => [`${snake(entity)}s`, entity]),
);

interface Search {
  readonly entity: TagEntity;
  readonly keys: readonly string[];
  readonly most: number;
}

/** Returns the IDs of all records that have any of the tags; undefined when there are more than `most`. */
export const findByTag: ReadStatement<Search, readonly string[] | undefined> = {
  name: 'find-by-tag',
  access: 'read',
  sqlite: (db, { tenantId, input }) => limited(findOnSqlite(db, tenantId, input), input),
  postgres: perCall(async (db, { tenantId, input }) =>
    limited(await findOnPostgres(db, tenantId, input), input),
  ),
};

/**
 * Removes repeated IDs: a record with several of the tags is found several times. Returns undefined for more than
 * `most` IDs.
 */
function limited(ids: readonly string[], { most }: Search): readonly string[] | undefined {
  return ids.length > most ? undefined : [...new Set(ids)];
}

function findOnSqlite(db: Sqlite, tenantId: string, { entity, keys, most }: Search): string[] {
  const ids = db
    .prepare(
      `select u.record_id from json_each(?) k cross join tag_uses u
         on u.tenant_id = ? and u.name_key = k.value and u.entity = ? limit +?`,
    )
    .pluck(true)
    .all(JSON.stringify(keys), tenantId, entity, most + 1);
  return ids as string[];
}

async function findOnPostgres(
  db: Postgres,
  tenantId: string,
  { entity, keys, most }: Search,
): Promise<string[]> {
  // Without the order, Postgres would read the whole table for tags that most rows have.
  const rows = await db.rows<{ record_id: string }>(
    'find-by-tag',
    `select u.record_id from unnest($2::text[]) as k (key) cross join lateral (
         select record_id from tag_uses
         where tenant_id = $1 and name_key = k.key and entity = $3 order by record_id limit $4
       ) as u limit $4`,
    [tenantId, keys, entity, most + 1],
  );
  return rows.map(({ record_id }) => record_id);
}
