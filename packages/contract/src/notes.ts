import * as z from 'zod';
import { author } from './authors.ts';
import { eventsOf } from './events-of.ts';
import { at, eventExamplesOf, exampleId, exampleIds, onePage } from './example-values.ts';
import { id } from './ids.ts';
import { named, recordTimes } from './named.ts';
import { page, pageQuery } from './pagination.ts';
import { flag, sortedBy, timeRanges } from './query.ts';
import { ownedRoutes, resourceRoutes } from './resource-routes.ts';
import { textInput } from './text-inputs.ts';

const subject = z
  .object({
    type: z.enum(['contact', 'conversation', 'deal']).describe('Kind of the record.'),
    id: z.string().max(64).describe('ID of the record.'),
  })
  .describe('The record that the note is about.');

export class NoteSchema extends named(
  'A text about a contact, a conversation or a deal, for your users only.',
  {
    id: id('note'),
    subject,
    body: z.string().describe('Text of the note.'),
    pinned: z
      .boolean()
      .describe('Whether the note is pinned. The server only stores and filters by it.'),
    author,
    ...recordTimes,
  },
) {}
export const note = new NoteSchema();
export type Note = z.infer<typeof note>;
export type NoteSubject = Note['subject'];

const body = textInput(10_000).describe('Text of the note.');
const pinned = z.boolean().describe('Whether the note is pinned.');

export const createNoteBody = z
  .object({ body, pinned: pinned.default(false) })
  .describe('A new note.');
export type CreateNoteBody = z.infer<typeof createNoteBody>;

export const updateNoteBody = z
  .object({ body: body.optional(), pinned: pinned.optional() })
  .describe('Fields to change. Absent fields keep their values.');
export type UpdateNoteBody = z.infer<typeof updateNoteBody>;

export const listNotesQuery = pageQuery
  .extend({
    pinned: flag
      .optional()
      .describe('True: only pinned notes. False: only those that are not pinned.'),
    ...timeRanges,
    sort: sortedBy('-createdAt', 'createdAt'),
  })
  .describe('Which notes of a record to list.');
export type ListNotesQuery = z.infer<typeof listNotesQuery>;

export const notePage = page(note).describe('A page of notes of a record.');

export const noteEvents = eventsOf(note, {
  'note.created': 'A note was added to a contact, a conversation or a deal.',
  'note.updated': 'The text of a note changed, or it was pinned or unpinned.',
  'note.deleted': 'A note was deleted. When the record of notes is deleted, they have no events.',
});

const routes = resourceRoutes('/notes', 'note', note);
const ofContact = ownedRoutes('/contacts/:id/notes', 'contact', 'note', note);
const ofConversation = ownedRoutes('/conversations/:id/notes', 'conversation', 'note', note);
const ofDeal = ownedRoutes('/deals/:id/notes', 'deal', 'note', note);

export const notesRoutes = {
  listOfContact: ofContact.list('List the notes of a contact', listNotesQuery, notePage),
  createOnContact: ofContact.create('Add a note to a contact', createNoteBody),
  listOfConversation: ofConversation.list(
    'List the notes of a conversation',
    listNotesQuery,
    notePage,
  ),
  createOnConversation: ofConversation.create('Add a note to a conversation', createNoteBody),
  listOfDeal: ofDeal.list('List the notes of a deal', listNotesQuery, notePage),
  createOnDeal: ofDeal.create('Add a note to a deal', createNoteBody),
  get: routes.get('Get a note'),
  update: routes.update('Change a note', updateNoteBody),
  delete: routes.delete('Delete a note'),
};

const example: Note = {
  id: exampleId('note', 'F'),
  subject: { type: 'contact', id: exampleIds.contact },
  body: 'Prefers to be called after 18:00.',
  pinned: true,
  author: { type: 'api', id: exampleIds.apiKey, name: null },
  createdAt: at(10),
  updatedAt: at(40),
};

export const noteExamples = {
  note: example,
  notePage: onePage(example),
  listNotesQuery: { pinned: true, sort: 'createdAt' },
  createNoteBody: { body: example.body, pinned: true },
  updateNoteBody: { pinned: false },
} as const;

export const noteEventExamples = eventExamplesOf('note', example, { pinned: false });
