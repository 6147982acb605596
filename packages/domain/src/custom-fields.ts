import {
  type CustomField,
  customFieldLimits,
  type customFieldsRoutes,
  ServiceError,
} from '@parley/contract/schemas';
import { givenFields } from './fields.ts';
import { anyOf } from './filters.ts';
import { violation } from './refusals.ts';
import { crudRules, patched } from './rules.ts';
import { caselessKey } from './texts.ts';

export const customFieldRules = crudRules<typeof customFieldsRoutes>({
  kind: 'customField',
  initial: ({ entity, key, label, type, ...body }, { id, at }) =>
    checked({
      id,
      entity,
      key,
      label,
      type,
      options: [],
      required: false,
      position: 0,
      metadata: {},
      createdAt: at,
      updatedAt: at,
      ...givenFields(body),
    }),
  changed: (before, body) => checked(patched(before, body)),
  unique: { key: ({ entity, key }) => `${entity} ${caselessKey(key)}` },
  most: { limit: 'customFields', max: customFieldLimits.fields, of: 'entity' },
  events: 'custom_field',
  filters: { entity: anyOf('entity'), key: anyOf('key', caselessKey) },
});

/** Throws SVC-IN-USE while this many records have a value for the field. */
export function checkNoValues({ id, entity }: CustomField, count: number): void {
  if (count === 0) return;
  const references = { [`${entity}s`]: count };
  const message = `Records of the kind \`${entity}\` have values of this custom field. Remove the values, or send \`force=true\` to remove them with the field.`;
  throw new ServiceError('SVC-IN-USE', { resource: 'customField', id, references }, { message });
}

/**
 * Returns the field. Throws SVC-RULE-VIOLATION when a type with options has none or repeats one, or another type has
 * options.
 */
function checked(field: CustomField): CustomField {
  const { type, options } = field;
  const isChoice = type === 'select' || type === 'multiselect';
  const rule =
    isChoice === (options.length === 0)
      ? 'options_of_type'
      : new Set(options.map(caselessKey)).size < options.length && 'different_options';
  if (rule) throw violation(rule, 'options');
  return field;
}
