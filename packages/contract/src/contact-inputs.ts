import * as z from 'zod';
import { createBody } from './bodies.ts';
import { countryInput, emailInput, phoneInput, webUrlInput } from './contact-formats.ts';
import { customFieldValuesInput } from './custom-values.ts';
import { idInput } from './ids.ts';
import { metadataPatch } from './metadata.ts';
import { contactTagsInput, tagsInput } from './tags.ts';
import { textInput } from './text-inputs.ts';
import { timeZoneInput } from './time-zone.ts';

export const lifecycle = z
  .enum(['lead', 'opportunity', 'customer', 'other'])
  .describe('Stage in the customer lifecycle.');

const fields = {
  name: textInput(255).nullish().describe('Display name.'),
  firstName: textInput(128).nullish().describe('First name.'),
  lastName: textInput(128).nullish().describe('Last name.'),
  phone: phoneInput
    .nullish()
    .describe(
      'Phone number with `+` and country code. Separators are removed, and full-width digits become plain ones.',
    ),
  email: emailInput.nullish().describe('Email address, unique among your contacts, ignoring case.'),
  externalId: textInput(255).nullish().describe('Your own ID, unique among your contacts.'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a BCP 47 language tag, such as pt-BR')
    .max(35)
    .nullish()
    .describe('BCP 47 language tag, such as `pt-BR`.'),
  country: countryInput
    .nullish()
    .describe('Country: ISO 3166-1 alpha-2 code in upper case, such as `BR`; `XK` = Kosovo.'),
  timezone: timeZoneInput.nullish(),
  avatarUrl: webUrlInput.nullish().describe('URL of the picture.'),
  lifecycle: lifecycle.optional(),
  ownerId: idInput('user')
    .nullish()
    .describe('ID of the user who is responsible for the contact; null = none.'),
  tags: contactTagsInput.optional(),
  customFields: customFieldValuesInput.optional(),
};

export const createContactBody = createBody(
  { ...fields, tags: tagsInput.optional() },
  'A new contact. Every field is optional.',
);
export type CreateContactBody = z.infer<typeof createContactBody>;

export const updateContactBody = z
  .object({ ...fields, metadata: metadataPatch.optional() })
  .describe('Fields to change. Absent fields keep their values; null clears a field.');
export type UpdateContactBody = z.infer<typeof updateContactBody>;

export const mergeContactsBody = z
  .object({
    primaryId: idInput('contact').describe('ID of the contact that stays.'),
    duplicateId: idInput('contact').describe('ID of the contact that is merged into the other.'),
  })
  .describe('Two contacts that are one person.');
export type MergeContactsBody = z.infer<typeof mergeContactsBody>;

const matchField = z.enum(['externalId', 'phone', 'email']);
export type MatchField = z.infer<typeof matchField>;

export const upsertContactBody = z
  .object({
    match: z
      .array(matchField)
      .min(1)
      .max(3)
      .default([...matchField.options])
      .describe(
        'The fields by which the contact is looked up. Default: all three. The body must have at least one of them.',
      ),
    ...fields,
    metadata: metadataPatch.optional(),
  })
  .describe(
    'The fields of a contact. In a contact that exists, absent fields keep their values and null clears a field.',
  );
export type UpsertContactBody = z.infer<typeof upsertContactBody>;

export const batchContactsBody = z
  .object({
    items: z
      .array(upsertContactBody)
      .min(1)
      .max(100)
      .describe('At most 100 contacts. Each one is created or updated like a single upsert.'),
  })
  .describe('Contacts to create or to update.');
export type BatchContactsBody = z.infer<typeof batchContactsBody>;
