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

type SubjectField = `${NoteSubject['type']}Id`;

/** A stored note: with a separate field for each kind of record, of which two are null. */
export type StoredNote = Omit<Note, 'subject'> & Readonly<Record<SubjectField, string | null>>;

export interface NewNote extends CreateNoteBody {
  readonly subject: NoteSubject;
  readonly author: Author;
}

type ListQuery = ListNotesQuery & Partial<Record<SubjectField, readonly string[]>>;

export const noteRules = defineRules<StoredNote, NewNote, UpdateNoteBody, ListQuery>({
  kind: 'note',
  initial: ({ subject, ...body }, { id, at }) => ({
    id,
    contactId: null,
    conversationId: null,
    dealId: null,
    [`${subject.type}Id`]: subject.id,
    ...body,
    createdAt: at,
    updatedAt: at,
  }),
  events: 'note',
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
  if (contactId !== null) return { ...note, subject: { type: 'contact', id: contactId } };
  if (conversationId !== null) {
    return { ...note, subject: { type: 'conversation', id: conversationId } };
  }
  // Every note has exactly one record, so it is a deal.
  return { ...note, subject: { type: 'deal', id: String(dealId) } };
}
