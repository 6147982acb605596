import type { CustomField } from '@parley/contract/schemas';
import { isDivisionByZero, RunAgainError } from '../../db/failures.ts';
import type { WriteStatement } from '../../db/statement.ts';

/** Fails with a RunAgainError, and with it the transaction, when a custom field of a kind of record is required. */
export const requireNone: WriteStatement<CustomField['entity'], undefined> = {
  name: 'require-no-required-fields',
  access: 'write',
  sqlite(db, { tenantId, input }) {
    const text = 'select 1 from custom_fields where tenant_id = ? and entity = ? and required = 1';
    if (db.prepare(text).get(tenantId, input)) throw new RunAgainError();
    return undefined;
  },
  async postgres(db, calls) {
    const tenants = calls.map(({ tenantId }) => tenantId);
    const entities = calls.map(({ input }) => input);
    try {
      await db.rows('require-no-required-fields', sql, [tenants, entities]);
    } catch (error) {
      throw isDivisionByZero(error) ? new RunAgainError() : error;
    }
    return calls.map(() => undefined);
  },
};

// A COMMIT may follow before there is an answer: the query itself fails.
const sql = `
  select 1 / (not exists (
    select from unnest($1::text[], $2::text[]) as asked (tenant_id, entity)
    join custom_fields f on f.tenant_id = asked.tenant_id and f.entity = asked.entity
    where f.required = 1))::integer`;
