import type { RequestOptions } from '../core/options.ts';
import type { PagePromise } from '../core/pages.ts';
import type { ParleyPromise } from '../core/promise.ts';
import type { CreateNoteBody, ListNotesQuery, Note, UpdateNoteBody } from '../generated/types.ts';

/** Notes about contacts, conversations and deals. Customers never see them. */
export interface Notes {
  /**
   * Lists the notes of a contact, the newest first. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.notes.listOfContact(contactId, { pinned: true });
   */
  listOfContact(
    contactId: string,
    query?: ListNotesQuery,
    options?: RequestOptions,
  ): PagePromise<Note>;

  /**
   * Adds a note to a contact. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.notes.createOnContact(contactId, { body: 'Prefers to be called after 18:00.' });
   */
  createOnContact(
    contactId: string,
    body: CreateNoteBody,
    options?: RequestOptions,
  ): ParleyPromise<Note>;

  /**
   * Lists the notes of a conversation, the newest first. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.notes.listOfConversation(conversationId);
   */
  listOfConversation(
    conversationId: string,
    query?: ListNotesQuery,
    options?: RequestOptions,
  ): PagePromise<Note>;

  /**
   * Adds a note to a conversation. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.notes.createOnConversation(conversationId, { body: 'Waits for the courier.' });
   */
  createOnConversation(
    conversationId: string,
    body: CreateNoteBody,
    options?: RequestOptions,
  ): ParleyPromise<Note>;

  /**
   * Lists the notes of a deal, the newest first. Fails with `NotFoundError` (unknown ID).
   *
   *     const { data } = await parley.notes.listOfDeal(dealId);
   */
  listOfDeal(dealId: string, query?: ListNotesQuery, options?: RequestOptions): PagePromise<Note>;

  /**
   * Adds a note to a deal. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.notes.createOnDeal(dealId, { body: 'Asks for a discount of 5 %.', pinned: true });
   */
  createOnDeal(dealId: string, body: CreateNoteBody, options?: RequestOptions): ParleyPromise<Note>;

  /**
   * Returns one note. Fails with `NotFoundError` (unknown ID).
   *
   *     const { subject, body } = await parley.notes.get(id);
   */
  get(id: string, options?: RequestOptions): ParleyPromise<Note>;

  /**
   * Updates the given fields of a note. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.notes.update(id, { pinned: false });
   */
  update(id: string, body: UpdateNoteBody, options?: RequestOptions): ParleyPromise<Note>;

  /**
   * Deletes a note. Fails with `NotFoundError` (unknown ID).
   *
   *     await parley.notes.delete(id);
   */
  delete(id: string, options?: RequestOptions): ParleyPromise<void>;
}
