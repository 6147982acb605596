import type * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { at, exampleId, exampleIds, made } from './example-values.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { timestamp } from './timestamps.ts';

export class ContactMergeSuggestionSchema extends named(
  'Two contacts that are probably the same person.',
  {
    id: id('contact').describe('ID of the contact to merge: `duplicateId` of a merge.'),
    mergeIntoId: id('contact').describe(
      'ID of the contact that gets the messages of the person: `primaryId` of a merge.',
    ),
    suggestedAt: timestamp.describe('Time when a message named both contacts.'),
  },
) {}
export const contactMergeSuggestion = new ContactMergeSuggestionSchema();
export type ContactMergeSuggestion = z.infer<typeof contactMergeSuggestion>;

export const contactMergeSuggestionEvents = eventsOf(contactMergeSuggestion, {
  'contact.merge_suggested':
    'A network named addresses of one person, such as a phone number and a WhatsApp user ID, that belong to two contacts. Nothing was merged. The event happens once for the two contacts.',
});

const example: ContactMergeSuggestion = {
  id: exampleId('contact', '9'),
  mergeIntoId: exampleIds.contact,
  suggestedAt: at(50),
};

export const contactMergeSuggestionExamples = {
  contactMergeSuggestion: example,
} as const;

export const contactMergeSuggestionEventExamples = {
  'contact.merge_suggested': made(example),
};
