import type { CustomField } from '@parley/contract/schemas';
import { tryLockKindSql } from '../../crud/lock-kind.ts';
import { onlyOnPostgres } from '../../db/lock-rows.ts';
import { failUnless, runAgainUnlessAll } from '../../db/requirements.ts';
import type { WriteStatement } from '../../db/statement.ts';
import type { FieldsOf } from './read-fields.ts';

interface Seen extends Pick<FieldsOf, 'version'> {
  readonly entity: CustomField['entity'];
}

/**
 * Prevents the deletion of custom fields until the end of the transaction. Throws a RunAgainError when a field has
 * changed since it was read, or when a deletion runs: it never waits.
 */
export const requireSeenFields: WriteStatement<Seen, undefined> = {
  name: 'require-seen-fields',
  access: 'write',
  sqlite: onlyOnPostgres,
  async postgres(db, calls) {
    const tenants = calls.map(({ tenantId }) => tenantId);
    const entities = calls.map(({ input }) => input.entity);
    const versions = calls.map(({ input }) => input.version);
    // The second query starts after the locks are taken: it sees every deletion that had a lock before.
    const locked = db.rows('try-lock-custom-fields', lockSql, [tenants]);
    const checked = db.rows('require-seen-fields', checkSql, [tenants, entities, versions]);
    await runAgainUnlessAll([locked, checked]);
    return calls.map(() => undefined);
  },
};

const lockSql = `${failUnless(`bool_and(${tryLockKindSql('customField', 'tenant_id')})`)}
  from (select distinct unnest($1::text[]) as tenant_id) of_each`;

const checkSql = failUnless(`not exists (
    select from (select distinct * from unnest($1::text[], $2::text[], $3::text[])) as seen (tenant_id, entity, version)
    where version <> (
      select coalesce(string_agg(f.id || ' ' || f.xmin::text, ',' order by f.id collate "C"), '')
      from custom_fields f where f.tenant_id = seen.tenant_id and f.entity = seen.entity
    ))`);
