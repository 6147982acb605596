import type { CustomField } from '@parley/contract/schemas';
import { isDivisionByZero, RunAgainError } from '../../db/failures.ts';
import type { WriteStatement } from '../../db/statement.ts';

/** Throws a RunAgainError when a kind of record has a required custom field, so that the transaction runs again. */
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

// The COMMIT may be sent before the result is known, so the query itself must fail.
const sql = `
  select 1 / (not exists (
    select from unnest($1::text[], $2::text[]) as asked (tenant_id, entity)
    join custom_fields f on f.tenant_id = asked.tenant_id and f.entity = asked.entity
    where f.required = 1))::integer`;
