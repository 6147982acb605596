import {
  type CustomField,
  type CustomFieldValues,
  type CustomFieldValuesInput,
  fold,
} from '@parley/contract/schemas';
import { checkCustomValues, wantedTerms } from '@parley/domain';
import { linePattern } from '../crud/conditions.ts';
import { lockKind } from '../crud/lock-kind.ts';
import type { SqlWriter } from '../db/sql-writer.ts';
import { inTransaction, type TenantContext } from '../tenancy/context.ts';
import { readFields } from './statements/read-fields.ts';
import { requireNone } from './statements/require-none.ts';
import { requireSeenFields } from './statements/require-seen-fields.ts';

interface WithValues {
  readonly customFields?: CustomFieldValuesInput | undefined;
}

/** Reads the record that a request changes; undefined when there is none. */
type FindBefore = () => Promise<{ readonly customFields: CustomFieldValues } | undefined>;

/** Returns the custom fields of a kind of record. */
export async function readFieldsOf(
  ctx: TenantContext,
  entity: CustomField['entity'],
): Promise<readonly CustomField[]> {
  return (await ctx.db.run(readFields, entity)).fields;
}

/** Returns the custom fields of a kind of record, and prevents their deletion until the end of the transaction. */
export async function holdFieldsOf(
  ctx: TenantContext,
  entity: CustomField['entity'],
): Promise<readonly CustomField[]> {
  if (ctx.db.mayLockLate) {
    const { fields, version } = await ctx.db.run(readFields, entity);
    if (ctx.db.runFirst(requireSeenFields, { entity, version })) return fields;
  }
  await ctx.db.run(lockKind, { kind: 'customField', isShared: true });
  return await readFieldsOf(ctx, entity);
}

/**
 * Returns the body with checked values of custom fields, as they are stored. Call it in the transaction that writes
 * them. Without `findBefore`, the record is new.
 */
export async function withCheckedValues<Body extends WithValues>(
  ctx: TenantContext,
  entity: CustomField['entity'],
  body: Body,
  findBefore?: FindBefore,
): Promise<Body> {
  const given = body.customFields;
  if (!given && findBefore) return body;
  const kind = `${entity} ${ctx.db.tenantId}`;
  if (!given && !ctx.db.isRepeated && !requiring.has(kind)) {
    ctx.db.runLast(requireNone, { entity }, { precedes: true });
    return body;
  }
  const fields = await (given ? holdFieldsOf : readFieldsOf)(ctx, entity);
  const isRequired = fields.some(({ required }) => required);
  noteRequired(kind, isRequired);
  if (!given && !isRequired) return body;
  return { ...body, customFields: await checkedValues(fields, given ?? {}, findBefore) };
}

async function checkedValues(
  fields: readonly CustomField[],
  given: CustomFieldValuesInput,
  findBefore: FindBefore | undefined,
): Promise<CustomFieldValuesInput> {
  if (!findBefore) return checkCustomValues(fields, given);
  try {
    return checkCustomValues(fields, given, {});
  } catch {
    // Reads the record only when a value does not fit: the record may have this value already.
    return checkCustomValues(fields, given, (await findBefore())?.customFields ?? {});
  }
}

// The kinds of record that have a required field, by tenant. For others, a new record without values is checked only at
// the end of its transaction. For these, the fields are read first, because a failing check would undo the commit of
// other records.
const requiring = new Set<string>();
const maxKnown = 10_000;

function noteRequired(kind: string, isRequired: boolean): void {
  if (!isRequired) requiring.delete(kind);
  else if (requiring.size < maxKnown) requiring.add(kind);
}

interface Records<Body, Answer> {
  find(ctx: TenantContext, id: string): ReturnType<FindBefore>;
  update(ctx: TenantContext, id: string, body: Body): Promise<Answer>;
}

/** Returns an update that first checks the values of custom fields in the body. */
export function updateWithValues<Body extends WithValues, Answer>(
  entity: CustomField['entity'],
  { find, update }: Records<Body, Answer>,
) {
  return async (ctx: TenantContext, id: string, body: Body): Promise<Answer> =>
    await inTransaction(ctx, async (ctx) => {
      const checked = await withCheckedValues(ctx, entity, body, () => find(ctx, id));
      return await update(ctx, id, checked);
    });
}

/** Returns the condition for records that have all the values of a filter. */
export function hasValues(table: string) {
  return (wanted: readonly string[], sql: SqlWriter): string =>
    wantedTerms(wanted)
      .map((terms) => sql.isLike(`${table}.custom_fields_key`, terms.map(fold).map(linePattern)))
      .join(' and ');
}
