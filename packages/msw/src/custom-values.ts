import type { CustomField, CustomFieldValues, CustomFieldValuesInput } from '@parley/contract';
import { checkCustomValues, customFieldRules } from '@parley/domain';
import { fakeRecords } from './fake-records.ts';
import type { Store } from './store.ts';

export const customFieldRecords = fakeRecords(customFieldRules);

interface WithValues {
  readonly customFields?: CustomFieldValuesInput | undefined;
}

/** Returns the custom fields that a kind of record has. */
export function fieldsOf(store: Store, entity: CustomField['entity']): CustomField[] {
  return [...customFieldRecords.all(store).values()].filter((one) => one.entity === entity);
}

/**
 * Returns the body with the values of its custom fields in the form in which they are stored. `before` is the record that
 * the request changes; undefined for a new record.
 */
export function withCheckedValues<Body extends WithValues>(
  store: Store,
  entity: CustomField['entity'],
  body: Body,
  before?: { readonly customFields?: CustomFieldValues } | undefined,
): Body {
  const given = body.customFields ?? {};
  return {
    ...body,
    customFields: checkCustomValues(
      fieldsOf(store, entity),
      given,
      before && (before.customFields ?? {}),
    ),
  };
}
