import { contract } from '@parley/contract';
import type { CreateNoteBody, ListNotesQuery, NoteSubject } from '@parley/contract/schemas';
import { noteOf, noteRules, notesOf } from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { conversations } from '../conversations/records.ts';
import { crud } from '../crud/crud.ts';
import { createOn, listOf } from '../crud/owned.ts';
import { defineRecords } from '../crud/records.ts';
import { deals } from '../deals/records.ts';
import { implement } from '../http/implement.ts';
import { authorOf } from '../tenancy/context.ts';
import { notesTable } from './table.ts';

const notes = defineRecords(notesTable, noteRules, {
  make: (note) => ({ record: noteOf(note) }),
  channelOf: async (ctx, { subject: { type, id } }) =>
    type === 'conversation' ? ((await conversations.find(ctx, id))?.channelId ?? null) : null,
});
const owners = { contact: contacts, conversation: conversations, deal: deals };

export const notesRoutes = implement(contract.notes, {
  ...crud(notes),
  listOfContact: list('contact'),
  createOnContact: create('contact'),
  listOfConversation: list('conversation'),
  createOnConversation: create('conversation'),
  listOfDeal: list('deal'),
  createOnDeal: create('deal'),
});

function list(type: NoteSubject['type']) {
  return listOf(owners[type], (ctx, id, query: ListNotesQuery) =>
    notes.list(ctx, notesOf({ type, id }, query)),
  );
}

function create(type: NoteSubject['type']) {
  return createOn(owners[type], (ctx, id, body: CreateNoteBody) =>
    notes.create(ctx, { ...body, subject: { type, id }, author: authorOf(ctx) }),
  );
}
