import { tagCountLimit } from '@parley/contract/schemas';
import { type TagCounts, tagEntities } from '@parley/domain';
import type { ReadStatement } from '../../db/statement.ts';

/** Returns how many records of each kind have the tag with a key, up to a limit. Reads one range of an index. */
export const readTagCounts: ReadStatement<string, TagCounts> = {
  name: 'read-tag-counts',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const values = tagEntities.flatMap(() => [tenantId, input]);
    // The columns are the kinds of records.
    return db.prepare(text('?', '?')).get(...values) as TagCounts;
  },
  postgres: (db, calls) =>
    Promise.all(
      calls.map(async ({ tenantId, input }) => {
        const sql = text('$1', '$2');
        const [row] = await db.rows<Record<string, string>>('read-tag-counts', sql, [
          tenantId,
          input,
        ]);
        return Object.fromEntries(tagEntities.map((entity) => [entity, Number(row?.[entity])]));
      }),
    ),
  sameAs: (key) => key,
};

/**
 * Returns the SQL. With its ORDER BY, Postgres uses the index. Without it, Postgres reads the whole table when few
 * tags have most of the rows.
 */
function text(tenant: string, key: string): string {
  const counts = tagEntities.map(
    (
      entity,
    ) => `(select count(*) from (select 1 from tag_uses where tenant_id = ${tenant} and name_key = ${key}
      and entity = '${entity}' order by record_id limit ${tagCountLimit}) as found) as "${entity}"`,
  );
  return `select ${counts.join(', ')}`;
}
