import type { CustomField } from '@parley/contract/schemas';
import { perCall, type ReadStatement } from '../../db/statement.ts';
import type { RowOf } from '../../db/table.ts';
import { customFieldsTable } from '../table.ts';

/** Returns the custom fields of a kind of record. Every request that creates such a record reads them. */
export const readFields: ReadStatement<CustomField['entity'], readonly CustomField[]> = {
  name: 'read-custom-fields',
  access: 'read',
  sqlite(db, { tenantId, input }) {
    const rows = db.prepare(`${select} = ? and entity = ?`).all(tenantId, input);
    // The rows have the columns that are selected: better-sqlite3 does not know their types.
    return (rows as Row[]).map(customFieldsTable.toRecord);
  },
  postgres: perCall(async (db, { tenantId, input }) => {
    const text = `${select} = $1 and entity = $2`;
    const rows = await db.rows<Row>('read-custom-fields', text, [tenantId, input]);
    return rows.map(customFieldsTable.toRecord);
  }),
  sameAs: (entity) => entity,
};

type Row = RowOf<typeof customFieldsTable>;

const select = `select ${customFieldsTable.recordColumns.join(', ')} from custom_fields where tenant_id`;
