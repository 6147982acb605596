import type {
  Author,
  CreateNoteBody,
  ListNotesQuery,
  Note,
  NoteSubject,
  UpdateNoteBody,
} from '@parley/contract/schemas';
import { anyOf, flagged } from './filters.ts';
import { defineRules } from './rules.ts';

export interface Subjects<Id> {
  readonly contactId: Id;
  readonly conversationId: Id;
  readonly dealId: Id;
}

/** A stored note: with a separate field for each kind of record, of which two are null. */
export type StoredNote = Omit<Note, 'subject'> & Subjects<string | null>;

export interface NewNote extends CreateNoteBody {
  readonly subject: NoteSubject;
  readonly author: Author;
}

type ListQuery = ListNotesQuery & Partial<Subjects<readonly string[]>>;

const noSubject: Subjects<null> = { contactId: null, conversationId: null, dealId: null };

export const noteRules = defineRules<StoredNote, NewNote, UpdateNoteBody, ListQuery>({
  kind: 'note',
  initial: ({ subject, ...body }, { id, at }) => ({
    id,
    ...noSubject,
    [`${subject.type}Id`]: subject.id,
    ...body,
    createdAt: at,
    updatedAt: at,
  }),
  events: { created: 'note.created', updated: 'note.updated', deleted: 'note.deleted' },
  filters: {
    contactId: anyOf('contactId'),
    conversationId: anyOf('conversationId'),
    dealId: anyOf('dealId'),
    pinned: flagged('pinned'),
  },
});

/** Returns the query for the notes of one record. */
export function notesOf({ type, id }: NoteSubject, query: ListNotesQuery): ListQuery {
  return { ...query, [`${type}Id`]: [id] };
}

/** Returns the note as the API shows it. */
export function noteOf({ contactId, conversationId, dealId, ...note }: StoredNote): Note {
  return { ...note, subject: subjectOf({ contactId, conversationId, dealId }) };
}

function subjectOf({ contactId, conversationId, dealId }: Subjects<string | null>): NoteSubject {
  if (contactId !== null) return { type: 'contact', id: contactId };
  if (conversationId !== null) return { type: 'conversation', id: conversationId };
  // Every note has exactly one record, so it is a deal.
  return { type: 'deal', id: String(dealId) };
}
