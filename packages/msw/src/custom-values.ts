import type { CustomField, CustomFieldValues, CustomFieldValuesInput } from '@parley/contract';
import { checkCustomValues, customFieldRules, hasCustomValues } from '@parley/domain';
import { fakeRecords } from './fake-records.ts';
import type { Store } from './store.ts';

export const customFieldRecords = fakeRecords(customFieldRules);

interface WithValues {
  readonly customFields?: CustomFieldValuesInput | undefined;
}

/** The custom fields of a kind of record. */
export function fieldsOf(store: Store, entity: CustomField['entity']): CustomField[] {
  return [...customFieldRecords.all(store).values()].filter((one) => one.entity === entity);
}

/** Returns the body with its values of custom fields as they are stored. */
export function withCheckedValues<Body extends WithValues>(
  store: Store,
  entity: CustomField['entity'],
  body: Body,
  { isNew }: { readonly isNew: boolean },
): Body {
  const given = body.customFields;
  const fields = fieldsOf(store, entity);
  if (!given && !(isNew && fields.some(({ required }) => required))) return body;
  return { ...body, customFields: checkCustomValues(fields, given ?? {}, { isNew }) };
}

/** The filter of a list by values of custom fields. */
export function hasWantedValues(
  { customFields }: { readonly customFields: CustomFieldValues },
  wanted: readonly string[],
): boolean {
  return hasCustomValues(customFields, wanted);
}
