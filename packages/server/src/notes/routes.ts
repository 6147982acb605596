import { contract } from '@parley/contract';
import type {
  CreateNoteBody,
  ListNotesQuery,
  Note,
  NoteSubject,
  Page,
} from '@parley/contract/schemas';
import { notesOf, notFound, toAuthor } from '@parley/domain';
import { contacts } from '../contacts/records.ts';
import { conversations } from '../conversations/records.ts';
import { crud } from '../crud/crud.ts';
import { deals } from '../deals/records.ts';
import { implement } from '../http/implement.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { notes } from './records.ts';

const subjects = { contact: contacts, conversation: conversations, deal: deals };

const { get, update, delete: remove } = crud(notes);
const ofContact = routesOf('contact');
const ofConversation = routesOf('conversation');
const ofDeal = routesOf('deal');

export const notesRoutes = implement(contract.notes, {
  listOfContact: ofContact.list,
  createOnContact: ofContact.create,
  listOfConversation: ofConversation.list,
  createOnConversation: ofConversation.create,
  listOfDeal: ofDeal.list,
  createOnDeal: ofDeal.create,
  get,
  update,
  delete: remove,
});

function routesOf(type: NoteSubject['type']) {
  return {
    list: async (
      { params: { id }, query }: OfOne & { query: ListNotesQuery },
      ctx: TenantContext,
    ) => ({ status: 200, body: await listNotes(ctx, { type, id }, query) }) as const,
    create: async (
      { params: { id }, body }: OfOne & { body: CreateNoteBody },
      ctx: TenantContext,
    ) => ({ status: 201, body: await createNote(ctx, { type, id }, body) }) as const,
  };
}

interface OfOne {
  params: { id: string };
}

async function listNotes(
  ctx: TenantContext,
  subject: NoteSubject,
  query: ListNotesQuery,
): Promise<Page<Note>> {
  const page = await notes.list(ctx, notesOf(subject, query));
  // Checked after the page is read: if the record is deleted in between, the response must not be an empty list.
  const { type, id } = subject;
  if (!(await subjects[type].find(ctx, id))) throw notFound(type, id);
  return page;
}

async function createNote(
  ctx: TenantContext,
  subject: NoteSubject,
  body: CreateNoteBody,
): Promise<Note> {
  // Locked, so that a merge or an erasure at the same time either includes the note or ends before it is written.
  await subjects[subject.type].take(ctx, subject.id);
  return await notes.create(ctx, { ...body, subject, author: toAuthor(ctx.actor) });
}
