import type { Note } from '@parley/contract';
import { allOf, type Scene, unique } from '../scene.ts';
import { aContactOf, idsOf } from './contact-operations.ts';
import { aConversationOf } from './conversation-operations.ts';
import { bodyOf, type Draw, mustBeRefused, mustShow, type NoteState, type State } from './state.ts';

type Subject = NoteState['subject'];

const endpoints = {
  contact: ['notes.createOnContact', 'listOfContact'],
  conversation: ['notes.createOnConversation', 'listOfConversation'],
  deal: ['notes.createOnDeal', 'listOfDeal'],
} as const;

const recordsOf = ({ contacts, conversations, deals }: State) => ({
  contact: contacts,
  conversation: conversations,
  deal: deals,
});

const shown = ({ subject, body }: Note): NoteState => ({ subject, body });

const add: Draw = (choice) => {
  const type = choice.pick(['contact', 'contact', 'conversation', 'deal'] as const) ?? 'contact';
  const id = {
    contact: aContactOf,
    conversation: aConversationOf,
    deal: () => choice.pick(idsOf(choice.state.deals)),
  }[type](choice);
  if (id === undefined) return undefined;
  const note = { subject: { type, id }, body: unique('Note') };
  const request = { params: { id }, body: { body: note.body } };
  return {
    title: `add a note to the ${type} ${id}`,
    send: () => choice.scene.call(endpoints[type][0], request),
    apply(state, answer) {
      if (!recordsOf(state)[type][id]) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      const added = bodyOf<Note>(answer);
      state.notes[added.id] = note;
      mustShow(shown(added), note);
    },
  };
};

const change: Draw = ({ scene, pick, state }) => {
  const id = pick(idsOf(state.notes));
  if (id === undefined) return undefined;
  const body = unique('Note');
  return {
    title: `change the note ${id} to ${body}`,
    send: () => scene.call('notes.update', { params: { id }, body: { body } }),
    apply({ notes }, answer) {
      const note = notes[id];
      if (!note) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      note.body = body;
      mustShow(shown(bodyOf(answer)), note);
    },
  };
};

const remove: Draw = ({ scene, pick, state }) => {
  const id = pick(idsOf(state.notes));
  if (id === undefined) return undefined;
  return {
    title: `delete the note ${id}`,
    send: () => scene.call('notes.delete', { params: { id } }),
    apply({ notes }, answer) {
      if (!notes[id]) return mustBeRefused(answer, 'SVC-NOT-FOUND');
      bodyOf(answer);
      delete notes[id];
    },
  };
};

/** Returns the notes that the API lists, for the records that have notes in the model. */
export async function listedNotes({ api }: Scene, { notes }: State): Promise<State['notes']> {
  const subjects = new Map<string, Subject>(
    Object.values(notes).map(({ subject }) => [subject.id, subject]),
  );
  const lists = await Promise.all(
    [...subjects.values()].map(({ type, id }) =>
      allOf(({ query }) => api.notes[endpoints[type][1]]({ params: { id }, query })),
    ),
  );
  return Object.fromEntries(lists.flat().map((note) => [note.id, shown(note as Note)]));
}

export const noteOperations = { addNote: add, changeNote: change, removeNote: remove };
