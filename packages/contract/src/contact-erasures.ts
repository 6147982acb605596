import type * as z from 'zod';
import { eventsOf } from './events-of.ts';
import { at, exampleIds, made } from './example-values.ts';
import { id } from './ids.ts';
import { named } from './named.ts';
import { timestamp } from './timestamps.ts';

export class ContactErasureSchema extends named('A contact that was erased with its data.', {
  id: id('contact').describe('ID of the contact that no longer exists.'),
  erasedAt: timestamp.describe('Time of the erasure.'),
}) {}
export const contactErasure = new ContactErasureSchema();
export type ContactErasure = z.infer<typeof contactErasure>;

export const contactErasureEvents = eventsOf(contactErasure, {
  'contact.deleted':
    'A contact was erased, with its conversations, messages and earlier events. Delete your copies. `data.object` has only its ID.',
});

const example: ContactErasure = { id: exampleIds.contact, erasedAt: at(50) };

export const contactErasureExamples = {
  contactErasure: example,
} as const;

export const contactErasureEventExamples = {
  'contact.deleted': made(example),
};
