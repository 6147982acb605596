import * as z from 'zod';
import { emailInput, phoneInput, webUrlInput } from './contact-formats.ts';
import type { CustomField } from './custom-fields.ts';
import { anyOf } from './query.ts';
import { timestampInput } from './timestamps.ts';

export const customValueLimits = { textLength: 2_000, bytes: 32_768 } as const;

const text = z.string().max(customValueLimits.textLength);

/** The schema of the values of custom fields in a response. */
export const customFieldValues = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
  .describe('Values of your custom fields, by their keys. Fields without a value are absent.');
export type CustomFieldValues = z.infer<typeof customFieldValues>;

/**
 * The schema of the values of custom fields in a request. Their types are checked later, against the tenant's custom
 * fields.
 */
export const customFieldValuesInput = z
  .record(
    z.string().min(1).max(40),
    z.union([text, z.number(), z.boolean(), z.array(text).max(100)]).nullable(),
  )
  .describe(
    'Values of custom fields, by their keys, merged into those of the record; null removes a value. The record can have at most 32 KB of them.',
  );
export type CustomFieldValuesInput = z.infer<typeof customFieldValuesInput>;

/** Returns the schema of the list filter `customField`. `records` is the plural noun that its description uses. */
export function customFieldFilter(records: string) {
  return anyOf(
    z
      .string()
      .max(300)
      .regex(/^[a-z][a-zA-Z0-9]{0,39}:./, 'must be a key and a value, such as plan:gold'),
  )
    .optional()
    .describe(
      `Only ${records} with these values of custom fields, such as \`plan:gold\`, ignoring case. With several values of one field, any of them; with several fields, all of them.`,
    );
}

/** Returns the schema for values of one custom field. */
export function customValueOf({
  type,
  options,
}: Pick<CustomField, 'type' | 'options'>): z.ZodType<CustomFieldValues[string]> {
  switch (type) {
    case 'text':
      return text.min(1);
    case 'number':
      return z.number();
    case 'boolean':
      return z.boolean();
    case 'date':
      return z.iso.date();
    case 'datetime':
      return timestampInput;
    case 'url':
      return webUrlInput;
    case 'email':
      return emailInput;
    case 'phone':
      return phoneInput;
    case 'select':
      return z.enum(options);
    case 'multiselect':
      return z
        .array(z.enum(options))
        .min(1)
        .transform((values) => [...new Set(values)]);
  }
}
