import type { CreateNoteBody, ListNotesQuery, NoteSubject, notesRoutes } from '@parley/contract';
import { noteOf, noteRules, notesOf, toAuthor } from '@parley/domain';
import { fakeCrud, fakeRecords } from './fake-records.ts';
import { fakeCreateOn, fakeListOf } from './owned-fakes.ts';
import type { Fakes } from './types.ts';

export const noteRecords = fakeRecords(noteRules, {
  complete: (_store, note) => noteOf(note),
  channelOf: ({ conversations }, { subject }) => conversations.get(subject.id)?.channelId ?? null,
});

export const notes: Fakes<typeof notesRoutes> = {
  ...fakeCrud(noteRecords),
  listOfContact: listOf('contact'),
  createOnContact: createOn('contact'),
  listOfConversation: listOf('conversation'),
  createOnConversation: createOn('conversation'),
  listOfDeal: listOf('deal'),
  createOnDeal: createOn('deal'),
};

function listOf(type: NoteSubject['type']) {
  return fakeListOf(type, (store, id, query: ListNotesQuery) =>
    noteRecords.list(store, notesOf({ type, id }, query)),
  );
}

function createOn(type: NoteSubject['type']) {
  return fakeCreateOn(type, (store, id, body: CreateNoteBody) => {
    const note = { ...body, subject: { type, id }, author: toAuthor(store.actor) };
    return noteRecords.show(store, noteRecords.create(store, note));
  });
}
