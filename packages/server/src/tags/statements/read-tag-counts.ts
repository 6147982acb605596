import { tagCountLimit, tagEntities } from '@parley/contract/schemas';
import type { TagCounts } from '@parley/domain';
import { arraysOf, type ReadStatement } from '../../db/statement.ts';

/** Returns how many records of each kind have the tag with a key, up to a limit. Reads one range of an index. */
export const readTagCounts: ReadStatement<string, TagCounts> = {
  name: 'read-tag-counts',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const values = tagEntities.flatMap(() => [tenantId, input]);
    // The columns are the kinds of records.
    return db.prepare(text('?', '?')).get(...values) as TagCounts;
  },
  async postgres(db, calls) {
    const sql = `${text('asked.tenant_id', 'asked.key')}
      from unnest($1::text[], $2::text[]) with ordinality as asked (tenant_id, key, place) order by place`;
    const asked = arraysOf(calls, ['tenantId', 'input']);
    return await db.rows<Required<TagCounts>>('read-tag-counts', sql, asked);
  },
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
