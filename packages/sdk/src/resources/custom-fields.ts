import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type {
  CreateCustomFieldBody,
  CustomField,
  DeleteCustomFieldQuery,
  ListCustomFieldsQuery,
  UpdateCustomFieldBody,
} from '../generated/types.ts';

/**
 * Typed fields that the tenant defines for its contacts, conversations, deals or tickets. Their values are in
 * `customFields` of each record.
 */
export interface CustomFields {
  /**
   * Lists custom fields, sorted by position.
   *
   *     const { data } = await parley.customFields.list({ entity: ['contact'] });
   */
  list(query?: ListCustomFieldsQuery, options?: RequestOptions): PagePromise<CustomField>;

  /**
   * Creates a custom field. Fails with `ConflictError` when another one has the same key, ignoring case. Fails with
   * `UnprocessableError` when the options do not fit the type, or the kind of record has 100 custom fields.
   *
   *     await parley.customFields.create({ entity: 'contact', key: 'birthday', label: 'Birthday', type: 'date' });
   */
  create(body: CreateCustomFieldBody, options?: RequestOptions): ParleyPromise<CustomField>;

  /**
   * Returns one custom field. Fails with `NotFoundError` (unknown ID).
   *
   *     const { options } = await parley.customFields.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<CustomField>;

  /**
   * Updates the given fields. The key and the type cannot be changed. Fails with `NotFoundError` (unknown ID) or
   * `UnprocessableError` (the options do not fit the type).
   *
   *     await parley.customFields.update(id, { options: ['silver', 'gold', 'platinum'] });
   */
  update(
    id: string,
    body: UpdateCustomFieldBody,
    options?: RequestOptions,
  ): ParleyPromise<CustomField>;

  /**
   * Deletes a custom field; `force` also removes its values from all records. Fails with `NotFoundError` (unknown ID)
   * or `ConflictError` (records have values).
   *
   *     await parley.customFields.delete(id, { force: true });
   */
  delete(id: string, query?: DeleteCustomFieldQuery, options?: RequestOptions): ParleyPromise<void>;
}
