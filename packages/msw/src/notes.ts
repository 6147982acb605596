import type { CreateNoteBody, ListNotesQuery, NoteSubject, notesRoutes } from '@parley/contract';
import { noteOf, noteRules, notesOf, toAuthor } from '@parley/domain';
import { fakeCrud, fakeRecords } from './fake-records.ts';
import { getRecord } from './records.ts';
import type { Store } from './store.ts';
import type { Fakes } from './types.ts';

export const noteRecords = fakeRecords(noteRules, { complete: (_store, note) => noteOf(note) });

const { get, update, delete: remove } = fakeCrud(noteRecords);
const ofContact = fakesOf('contact');
const ofConversation = fakesOf('conversation');
const ofDeal = fakesOf('deal');

export const notes: Fakes<typeof notesRoutes> = {
  listOfContact: ofContact.list,
  createOnContact: ofContact.create,
  listOfConversation: ofConversation.list,
  createOnConversation: ofConversation.create,
  listOfDeal: ofDeal.list,
  createOnDeal: ofDeal.create,
  get,
  update,
  delete: remove,
};

function fakesOf(type: NoteSubject['type']) {
  return {
    list: ({ params: { id }, query }: OfOne & { query: ListNotesQuery }, store: Store) => {
      getRecord(store.records(type), type, id);
      return { status: 200, body: noteRecords.list(store, notesOf({ type, id }, query)) } as const;
    },
    create: ({ params: { id }, body }: OfOne & { body: CreateNoteBody }, store: Store) => {
      getRecord(store.records(type), type, id);
      const author = toAuthor(store.actor);
      const note = noteRecords.create(store, { ...body, subject: { type, id }, author });
      return { status: 201, body: noteRecords.show(store, note) } as const;
    },
  };
}

interface OfOne {
  params: { id: string };
}
