import type { ListMessagesQuery } from '@parley/contract/schemas';
import { readSort } from '@parley/domain';
import { type ConversationRow, conversationsTable } from '../conversations/table.ts';
import { rowsIn } from '../db/rows-in.ts';
import type { TenantContext } from '../tenancy/context.ts';
import { type MessageRow, messagesTable } from './table.ts';

// Messages have an index by conversation and creation. A page of several conversations, or in another order, is put
// together from queries that each read a limited number of rows by this index.

type ConversationIds = Pick<ConversationRow, 'id' | 'contact_id'>;
const conversationIdsTable = rowsIn<ConversationIds>(conversationsTable.name, ['id', 'contact_id']);
type CreatedRow = Pick<MessageRow, 'conversation_id' | 'created_at'>;
const createdTable = rowsIn<CreatedRow>(messagesTable.name, ['conversation_id', 'created_at']);

type Created = Pick<ListMessagesQuery, 'createdAfter' | 'createdBefore'>;

/** The maximum number of rows that a statement sorts. */
const rowsAtOnce = 3_000;

/**
 * Splits a list query that no index can answer into one or more queries for each conversation. Returns undefined when
 * an index can answer it.
 */
export async function byConversation(
  ctx: TenantContext,
  query: ListMessagesQuery,
): Promise<readonly ListMessagesQuery[] | undefined> {
  const { contactId, conversationId, ...rest } = query;
  // An external id alone finds few rows.
  if (rest.externalId || !(contactId || conversationId)) return undefined;
  const isInOrder = readSort(rest.sort).field === 'createdAt';
  if (!contactId && conversationId?.length === 1 && isInOrder) return undefined;
  const ids = contactId
    ? await conversationsOf(ctx, contactId, conversationId)
    : new Set(conversationId);
  const narrower: ListMessagesQuery[] = [];
  for (const id of ids) {
    const one = { ...rest, conversationId: [id] };
    if (isInOrder) narrower.push(one);
    else narrower.push(...(await all(rangesOfMessages(ctx, id, one, rowsAtOnce))));
  }
  return narrower;
}

/** Returns the conversations of these contacts. When `conversationIds` is given, returns only those among them. */
async function conversationsOf(
  ctx: TenantContext,
  contactIds: readonly string[],
  conversationIds: readonly string[] | undefined,
): Promise<readonly string[]> {
  const rows = await ctx.db.select(conversationIdsTable).whereIn('contact_id', contactIds);
  const found = rows.map(({ id }) => id);
  return conversationIds ? found.filter((id) => conversationIds.includes(id)) : found;
}

/**
 * Returns queries for consecutive ranges of a conversation's messages, by creation time. Each range has at most `rows`
 * messages, or all messages of the same millisecond.
 */
export async function* rangesOfMessages<Query extends Created>(
  ctx: TenantContext,
  id: string,
  query: Query,
  rows: number,
): AsyncGenerator<Query & Created, void> {
  const { createdBefore } = query;
  for (let last: Query & Created = query; ; ) {
    const end = await endOfRange(ctx, { id, from: last.createdAfter ?? '', rows });
    if (end === undefined || (createdBefore !== undefined && end >= createdBefore)) {
      yield last;
      return;
    }
    yield { ...last, createdBefore: end };
    last = { ...query, createdAfter: end };
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

/** Skips `rows` messages and returns the creation time of the next one; undefined if there is none. */
async function endOfRange(
  ctx: TenantContext,
  { id, from, rows }: { id: string; from: string; rows: number },
): Promise<string | undefined> {
  const after = async (is: '>' | '>=', offset: number) => {
    const [found] = await ctx.db
      .select(createdTable)
      .where({ conversation_id: id })
      .where('created_at', is, from)
      .orderBy('created_at')
      .limit(1, offset);
    return found?.created_at;
  };
  const end = await after('>=', rows);
  // More than `rows` messages of the same millisecond are in one range.
  return end === from ? await after('>', 0) : end;
}
