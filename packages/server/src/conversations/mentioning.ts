import { setImmediate as nextTurn } from 'node:timers/promises';
import { fold } from '@parley/contract/schemas';
import { contactRules, wantedTexts } from '@parley/domain';
import { type ContactRow, contactsTable } from '../contacts/table.ts';
import type { Sift, SiftLimits } from '../crud/list.ts';
import { rowsIn } from '../db/rows-in.ts';
import { findByTexts, hasTrigram } from '../db/text-index.ts';
import { rangesOfMessages } from '../messages/by-conversation.ts';
import { type MessageRow, messagesTable } from '../messages/table.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { type ConversationRow, conversationsTable } from './table.ts';

// A conversation may have 100,000 messages, and a statement on SQLite blocks the process. Each statement here compares
// a limited number of messages with the text.

type ContactText = Pick<ContactRow, 'id' | 'search_key'>;
const contactTexts = rowsIn<ContactText>(contactsTable.name, ['id']);
type MessageText = Pick<MessageRow, 'id' | 'conversation_id' | 'text_key' | 'created_at'>;
const messageTexts = rowsIn<MessageText>(messagesTable.name, ['conversation_id']);

const conversationIds = rowsIn<Found>(conversationsTable.name, ['id']);

/** The maximum number of messages that one statement compares, while the indexes may still be asked or on SQLite. */
const messagesAtOnce = 250;
/** The same on Postgres when no index helps: there, a statement blocks no other. */
const messagesWithoutIndex = 2_500;

type Found = Pick<ConversationRow, 'id' | 'contact_id' | 'message_count'>;

/** The texts that a search finds in the messages or in the contact of a conversation, without case and accents. */
interface Wanted {
  readonly ofMessage: readonly [text: string];
  readonly ofContact: readonly string[];
}

/** Returns the filter for conversations that contain the text in a message or in their contact. */
export function mentioning(text: string): Sift<Found> {
  const wanted: Wanted = {
    ofMessage: [fold(text.trim())],
    ofContact: wantedTexts(contactRules.filters.q, text),
  };
  const isIndexed = [...wanted.ofMessage, ...wanted.ofContact].every(hasTrigram);
  return {
    passes: (ctx, rows, limits) => passing(ctx, wanted, rows, limits),
    ...(isIndexed && { find: (ctx, most) => findMentioning(ctx, wanted, most) }),
  };
}

async function passing(
  ctx: TenantContext,
  wanted: Wanted,
  rows: readonly Found[],
  { most, isBeforeFind }: SiftLimits,
) {
  const contactIds = [...new Set(rows.map((row) => row.contact_id))];
  const named = new Set(await contactsWith(ctx, wanted, contactIds));
  const passed = new Set(rows.filter((row) => named.has(row.contact_id)).map(({ id }) => id));
  let looked = contactIds.length;
  const isSlow = isBeforeFind || ctx.db.dialect === 'sqlite';
  const atOnce = isSlow ? messagesAtOnce : messagesWithoutIndex;
  for (const group of groupsOf(
    rows.filter(({ id }) => !passed.has(id)),
    atOnce,
  )) {
    // The indexes search a long conversation faster, so it is left to them.
    if (looked >= most || (isBeforeFind && looked + group.messages > most)) {
      const judged = rows.findIndex(({ id }) => id === group.ids[0]);
      if (judged > 0 || isBeforeFind) {
        return { passed: among(rows.slice(0, judged), passed), judged, looked };
      }
    }
    for (const id of await whoseMessagesHave(ctx, wanted, group, atOnce)) passed.add(id);
    looked += group.messages;
    await nextTurn();
  }
  return { passed, judged: rows.length, looked };
}

async function contactsWith(
  ctx: TenantContext,
  { ofContact }: Wanted,
  ids: readonly string[],
): Promise<readonly string[]> {
  const among = ctx.db.select(contactTexts).whereIn('id', ids);
  return (await among.whereContains('search_key', ofContact)).map(({ id }) => id);
}

/**
 * Finds the conversations by the indexes of the texts of contacts and messages. Returns undefined when an index cannot
 * find the text, or there are more than `most`.
 */
async function findMentioning(
  ctx: TenantContext,
  wanted: Wanted,
  most: number,
): Promise<readonly string[] | undefined> {
  const [contacts, messages] = await Promise.all([
    findByTexts(ctx.db, { table: contactsTable.name, texts: wanted.ofContact, most }),
    findByTexts(ctx.db, { table: messagesTable.name, texts: wanted.ofMessage, most }),
  ]);
  if (!contacts || !messages) return undefined;
  const named = await contactsWith(ctx, wanted, contacts);
  const ofContacts = await ctx.db
    .select(conversationIds)
    .whereIn('contact_id', named)
    .limit(most + 1);
  const found = new Set(ofContacts.map(({ id }) => id));
  for (let at = 0; at < messages.length; at += messagesAtOnce) {
    const some = messages.slice(at, at + messagesAtOnce);
    const having = ctx.db
      .select(messageTexts)
      .whereIn('id', some)
      .whereContains('text_key', wanted.ofMessage);
    for (const row of await having) found.add(row.conversation_id);
    await nextTurn();
  }
  return found.size > most ? undefined : [...found];
}

/**
 * Returns the IDs of those rows that have passed. Rows after the last compared one may have passed only by their
 * contact.
 */
function among(rows: readonly Found[], passed: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(rows.flatMap(({ id }) => (passed.has(id) ? id : [])));
}

interface Group {
  readonly ids: string[];
  messages: number;
}

/** Groups conversations so that each group has at most `atOnce` messages, or is a single longer conversation. */
function groupsOf(rows: readonly Found[], atOnce: number): Group[] {
  const groups: Group[] = [];
  for (const row of rows) {
    // In the text of a row, Postgres returns numbers as text.
    const messages = Number(row.message_count);
    const group = groups.at(-1);
    if (group && group.messages + messages <= atOnce) {
      group.ids.push(row.id);
      group.messages += messages;
    } else {
      groups.push({ ids: [row.id], messages });
    }
  }
  return groups;
}

async function whoseMessagesHave(
  ctx: TenantContext,
  { ofMessage }: Wanted,
  { ids, messages }: Group,
  atOnce: number,
): Promise<readonly string[]> {
  const having = () =>
    ctx.db
      .select(messageTexts)
      .whereIn('conversation_id', ids)
      .whereContains('text_key', ofMessage);
  const [id] = ids;
  if (id === undefined || messages <= atOnce) {
    return (await having()).map((row) => row.conversation_id);
  }
  for await (const { createdAfter, createdBefore } of rangesOfMessages(ctx, id, {}, atOnce)) {
    const range = having().limit(1);
    if (createdAfter !== undefined) range.where('created_at', '>=', createdAfter);
    if (createdBefore !== undefined) range.where('created_at', '<', createdBefore);
    if ((await range).length > 0) return [id];
    await nextTurn();
  }
  return [];
}
