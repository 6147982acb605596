import type { CustomField } from '@parley/contract/schemas';
import { perCall, type ReadStatement } from '../../db/statement.ts';
import type { RowOf } from '../../db/table.ts';
import { customFieldsTable } from '../table.ts';

/** The custom fields of a kind of record. */
export interface FieldsOf {
  readonly fields: readonly CustomField[];
  /** The IDs and row versions of all these fields on Postgres; empty on SQLite. */
  readonly version: string;
}

/** Returns the custom fields of a kind of record, oldest first. Every request that gives such a record values reads them. */
export const readFields: ReadStatement<CustomField['entity'], FieldsOf> = {
  name: 'read-custom-fields',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const text = `select ${columns} from custom_fields where tenant_id = ? and entity = ? order by id`;
    // The rows have the columns that are selected: better-sqlite3 does not know their types.
    const rows = db.prepare(text).all(tenantId, input) as Row[];
    return { fields: rows.map(customFieldsTable.toRecord), version: '' };
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const text = `select ${columns}, id || ' ' || xmin::text as version from custom_fields
      where tenant_id = $1 and entity = $2 order by id collate "C"`;
    const rows = await db.rows<Row & { version: string }>('read-custom-fields', text, [
      tenantId,
      input,
    ]);
    return {
      fields: rows.map(customFieldsTable.toRecord),
      version: rows.map(({ version }) => version).join(),
    };
  }),
  sameAs: (entity) => entity,
};

type Row = RowOf<typeof customFieldsTable>;

const columns = customFieldsTable.recordColumns.join(', ');
