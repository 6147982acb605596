import type { CustomField, CustomFieldValuesInput } from '@parley/contract/schemas';
import { checkCustomValues, fold, wantedTerms } from '@parley/domain';
import { linePattern } from '../crud/conditions.ts';
import { lockKind } from '../crud/lock-kind.ts';
import type { SqlWriter } from '../db/sql-writer.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { readFields } from './statements/read-fields.ts';
import { requireNone } from './statements/require-none.ts';

interface WithValues {
  readonly customFields?: CustomFieldValuesInput | undefined;
}

/** The custom fields of a kind of record. */
export async function readFieldsOf(
  ctx: TenantContext,
  entity: CustomField['entity'],
): Promise<readonly CustomField[]> {
  return await ctx.db.run(readFields, entity);
}

/** Like `readFieldsOf`; nobody deletes one of them until the end of the transaction. */
export async function holdFieldsOf(
  ctx: TenantContext,
  entity: CustomField['entity'],
): Promise<readonly CustomField[]> {
  await ctx.db.run(lockKind, { kind: 'customField', isShared: true });
  return await readFieldsOf(ctx, entity);
}

/** The body with its values of custom fields as they are stored. In the transaction that writes them. */
export async function withCheckedValues<Body extends WithValues>(
  ctx: TenantContext,
  entity: CustomField['entity'],
  body: Body,
  { isNew }: { readonly isNew: boolean },
): Promise<Body> {
  const given = body.customFields;
  if (!given && !isNew) return body;
  const kind = `${entity} ${ctx.db.tenantId}`;
  if (!given && !ctx.db.isRepeated && !requiring.has(kind)) {
    ctx.db.checkAtEnd(requireNone, entity);
    return body;
  }
  const fields = await (given ? holdFieldsOf : readFieldsOf)(ctx, entity);
  const isRequired = fields.some(({ required }) => required);
  noteRequired(kind, isRequired);
  if (!given && !isRequired) return body;
  return { ...body, customFields: checkCustomValues(fields, given ?? {}, { isNew }) };
}

// Most tenants have no required field, so a new record without values assumes that there is none. Of a tenant that has
// some, it reads them first: a check that fails would undo the commit of other records.
const requiring = new Set<string>();
const maxKnown = 10_000;

function noteRequired(kind: string, isRequired: boolean): void {
  if (!isRequired) requiring.delete(kind);
  else if (requiring.size < maxKnown) requiring.add(kind);
}

/** The update of records whose bodies may have values of custom fields. */
export function updateWithValues<Body extends WithValues, Answer>(
  entity: CustomField['entity'],
  update: (ctx: TenantContext, id: string, body: Body) => Promise<Answer>,
) {
  return async (ctx: TenantContext, id: string, body: Body): Promise<Answer> =>
    await inTransaction(ctx, async (ctx) => {
      const checked = await withCheckedValues(ctx, entity, body, { isNew: false });
      return await update(ctx, id, checked);
    });
}

/** The condition for rows of a table whose records have all the values that a filter wants. */
export function hasValues(table: string) {
  return (wanted: readonly string[], sql: SqlWriter): string =>
    wantedTerms(wanted)
      .map((terms) => sql.isLike(`${table}.custom_fields_key`, terms.map(fold).map(linePattern)))
      .join(' and ');
}
