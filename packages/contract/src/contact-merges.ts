import type * as z from 'zod';
import { contactExamples } from './contacts.examples.ts';
import { contact } from './contacts.ts';
import { eventsOf } from './events-of.ts';
import { at, exampleId, exampleIds, made } from './example-values.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { timestamp } from './timestamps.ts';

export class ContactMergeSchema extends named('A contact that was merged into another one.', {
  id: id('contact').describe('ID of the contact that no longer exists.'),
  mergedIntoId: id('contact').describe('ID of the contact that has its records.'),
  contact: contact.describe('The contact as it was before the merge.'),
  mergedAt: timestamp.describe('Time of the merge.'),
}) {}
export const contactMerge = new ContactMergeSchema();
export type ContactMerge = z.infer<typeof contactMerge>;

export const contactMergeEvents = eventsOf(contactMerge, {
  'contact.merged':
    'A contact was merged into another one, which has its identities, conversations, messages, deals, tickets and notes. `data.object` is the merge.',
});

const duplicate = { ...contactExamples.contact, id: exampleId('contact', '9'), phone: null };
const example: ContactMerge = {
  id: duplicate.id,
  mergedIntoId: exampleIds.contact,
  contact: duplicate,
  mergedAt: at(50),
};

export const contactMergeExamples = {
  contactMerge: example,
} as const;

export const contactMergeEventExamples = {
  'contact.merged': made(example),
};
